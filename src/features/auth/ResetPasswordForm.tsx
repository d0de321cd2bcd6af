import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import * as css from './form.css.ts'
import { isDeadLink, resetPassword } from './passwordApi.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

type Props = {
  token: string
  onReset: () => void
  /** The link stopped working while the password was typed. */
  onDeadLink: () => void
}

/** The new password, twice. */
export function ResetPasswordForm({ token, onReset, onDeadLink }: Props) {
  const { mutate, isPending, error } = useMutation(resetPassword())
  const fields = useFieldErrors()
  const [typed, setTyped] = useState('')

  const submit = async (form: HTMLFormElement) => {
    const { output, faults } = await checkForm(
      async () => (await import('#contract/passwords.ts')).PasswordReset,
      { ...Object.fromEntries(new FormData(form)), token },
    )
    if (faults) return fields.show(form, faults)
    mutate(output, {
      onSuccess: onReset,
      onError: (failure) => {
        if (isDeadLink(failure)) return onDeadLink()
        fields.showRefusal(form, failure)
      },
    })
  }

  return (
    <CheckedForm
      className={css.form}
      onSubmit={submit}
      fields={fields}
      isPending={isPending}
      error={error}
      failure={passwordTexts.resetFailed}
    >
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
      <Button type="submit" width="full" isBusy={isPending} busyLabel="Saving your password…">
        Reset Password
      </Button>
    </CheckedForm>
  )
}
