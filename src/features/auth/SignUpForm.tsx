import { authTexts } from '#contract/authTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { columns } from '#src/ui/Field.css.ts'
import { EmailField, PasswordField, TextField } from '#src/ui/Field.tsx'
import { NameFields } from '#src/ui/NameFields.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { register } from './api.ts'
import * as css from './form.css.ts'

/** Makes an account; the customer then logs in with it. */
export function SignUpForm({ onRegistered }: { onRegistered: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation(register())
  const fields = useFieldErrors()
  const form = useDraft<HTMLFormElement>('sign-up')

  const submit = async (form: HTMLFormElement) => {
    const { agreed, ...typed } = Object.fromEntries(new FormData(form))
    const { output, faults } = await checkForm(async () => (await import('#contract/auth.ts')).Registration, {
      ...typed,
      agreed: agreed !== undefined,
    })
    if (faults) return fields.show(form, faults)
    mutate(output, {
      onSuccess: () => {
        dropDraft('sign-up')
        onRegistered()
      },
      onError: (failure) => fields.showRefusal(form, failure),
    })
  }

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      onSubmit={submit}
      fields={fields}
      isPending={isPending}
      error={error}
      failure={authTexts.registrationFailed}
    >
      <div className={columns.two}>
        <NameFields errorOf={fields.of} />
      </div>
      <EmailField error={fields.of('email')} />
      <TextField
        label="Contact number"
        name="contact_no"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        hint="10 to 15 digits, without spaces"
        error={fields.of('contact_no')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint="At least 6 characters"
        error={fields.of('password')}
      />
      <PasswordField
        label="Confirm password"
        name="confirm_password"
        autoComplete="new-password"
        required
        error={fields.of('confirm_password')}
      />
      <CheckboxField
        name="agreed"
        required
        label={
          <>
            I agree to the <Link to="/terms-and-conditions">terms and conditions</Link>
          </>
        }
        error={fields.of('agreed')}
      />
      <Button type="submit" width="full" isBusy={isPending || isSuccess} busyLabel="Creating your account…">
        Sign Up
      </Button>
      {isSuccess && (
        <Notice tone="positive" role="status">
          {authTexts.registrationRedirecting}
        </Notice>
      )}
    </CheckedForm>
  )
}
