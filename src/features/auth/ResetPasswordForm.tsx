import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { useSending } from '#src/lib/useSending.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import * as css from './form.css.ts'
import { isDeadLink, resetPassword } from './passwordApi.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

type Props = {
  token: string
  onReset: () => void
  /** Called if the link stopped working while the password was typed. */
  onDeadLink: () => void
}

/** The new password, twice. */
export function ResetPasswordForm({ token, onReset, onDeadLink }: Props) {
  const resetting = useMutation(resetPassword())
  const sending = useSending(resetting)
  const { fields } = sending
  const [typed, setTyped] = useState('')

  const submit = (form: HTMLFormElement) =>
    sending.send(
      form,
      async () => (await import('#contract/passwords.ts')).PasswordReset,
      { ...Object.fromEntries(new FormData(form)), token },
      (reset, told) =>
        resetting.mutate(reset, {
          ...told,
          onSuccess: onReset,
          onError: (failure) => (isDeadLink(failure) ? onDeadLink() : told.onError(failure)),
        }),
    )

  return (
    <CheckedForm className={css.form} onSubmit={submit} sending={sending} failure={passwordTexts.resetFailed}>
      <PasswordField
        label="New password"
        name="new_password"
        autoComplete="new-password"
        required
        hint="At least 8 characters, and 3 of these 5:"
        error={fields.of('new_password')}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordStrength password={typed} />
      <PasswordField
        label="Confirm password"
        name="confirm_password"
        autoComplete="new-password"
        required
        error={fields.of('confirm_password')}
      />
      <Button type="submit" width="full" isBusy={sending.isPending} busyLabel="Saving your password…">
        Reset Password
      </Button>
    </CheckedForm>
  )
}
