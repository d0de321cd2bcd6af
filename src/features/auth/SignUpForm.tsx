import { authTexts } from '#contract/authTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSending } from '#src/lib/useSending.ts'
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
  const registering = useMutation(register())
  const { isSuccess } = registering
  const sending = useSending(registering)
  const { fields } = sending
  const form = useDraft<HTMLFormElement>('sign-up')

  const submit = (form: HTMLFormElement) => {
    const { agreed, ...typed } = Object.fromEntries(new FormData(form))
    return sending.send(
      form,
      async () => (await import('#contract/auth.ts')).Registration,
      { ...typed, agreed: agreed !== undefined },
      (registration, told) =>
        registering.mutate(registration, {
          ...told,
          onSuccess: () => {
            dropDraft('sign-up')
            onRegistered()
          },
        }),
    )
  }

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      onSubmit={submit}
      sending={sending}
      failure={authTexts.registrationFailed}
    >
      <div className={columns.two}>
        <NameFields errorOf={fields.of} />
      </div>
      <TextField
        label="Contact number"
        name="contact_no"
        type="tel"
        inputMode="tel"
        // With a country's code it would begin with a plus, which is no digit.
        autoComplete="tel-national"
        required
        hint="10 to 15 digits, 00 instead of +"
        error={fields.of('contact_no')}
      />
      {/* Next to the password: Firefox keeps what stands right before it as the name to log in with, even a telephone number. */}
      <EmailField error={fields.of('email')} />
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
      <Button
        type="submit"
        width="full"
        isBusy={sending.isPending}
        busyLabel="Creating your account…"
        aria-disabled={isSuccess || undefined}
      >
        {isSuccess ? 'Account created' : 'Sign Up'}
      </Button>
      {isSuccess && (
        <Notice tone="positive" role="status">
          {authTexts.registrationRedirecting}
        </Notice>
      )}
    </CheckedForm>
  )
}
