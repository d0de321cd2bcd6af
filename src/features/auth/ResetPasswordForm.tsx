import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasswordReset } from '#contract/passwords.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { resetTexts } from '#contract/resetTexts.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import { useSending } from '#src/lib/useSending.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { PasswordField } from '#src/ui/Field.tsx'
import * as css from './form.css.ts'
import { isDeadLink } from './passwordApi.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

type Props = {
  token: string
  /** Of the page, which may have to say what became of it after the form is gone. */
  resetting: UseMutationResult<unknown, Error, PasswordReset>
  onReset: () => void
  /** Called if nobody was heard to answer, so that the password may be set. */
  onUnheard: () => void
  /** Called if the link stopped working while the password was typed. */
  onDeadLink: () => void
}

/** The new password, twice. */
export function ResetPasswordForm({ token, resetting, onReset, onUnheard, onDeadLink }: Props) {
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
          onError(failure) {
            if (isDeadLink(failure)) return onDeadLink()
            if (isUnheard(failure)) onUnheard()
            told.onError(failure)
          },
        }),
    )

  return (
    <CheckedForm
      className={css.form}
      onSubmit={submit}
      sending={sending}
      failure={isUnheard(sending.error) ? resetTexts.unheard : passwordTexts.resetFailed}
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
      <Button type="submit" width="full" isBusy={sending.isPending} busyLabel="Saving your password…">
        Reset Password
      </Button>
    </CheckedForm>
  )
}
