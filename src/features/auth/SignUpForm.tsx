import { authTexts } from '#contract/authTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField } from '#src/ui/Choice.tsx'
import { columns } from '#src/ui/Field.css.ts'
import { EmailField, NameFields, PasswordField, TextField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { register } from './api.ts'
import * as css from './form.css.ts'

/** Makes an account; the customer then logs in with it. */
export function SignUpForm({ onRegistered }: { onRegistered: () => void }) {
  const { mutate, isPending, isSuccess, error } = useMutation(register())
  const fields = useFieldErrors()
  const form = useDraft<HTMLFormElement>('sign-up')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
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
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    // post: a form sent before the page has woken up must not put the password into the address.
    <form
      ref={form}
      className={css.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={fields.clearEdited}
    >
      {(fields.of('') !== undefined || error) && !isPending && (
        <Notice tone="critical" role="alert">
          {fields.of('') ?? messageOf(error, authTexts.registrationFailed)}
        </Notice>
      )}
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
    </form>
  )
}
