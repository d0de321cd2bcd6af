import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import * as css from './form.css.ts'
import { requestReset } from './passwordApi.ts'

type Props = {
  /** What was asked for before. */
  email: string
  onSent: (email: string) => void
}

/** Asks for a link to choose a new password. */
export function ForgotPasswordForm({ email, onSent }: Props) {
  const { mutate, isPending, error } = useMutation(requestReset())
  const fields = useFieldErrors()
  const form = useDraft<HTMLFormElement>('forgot-password')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { output, faults } = await checkForm(
      async () => (await import('#contract/passwords.ts')).ForgottenPassword,
      Object.fromEntries(new FormData(form)),
    )
    if (faults) return fields.show(form, faults)
    mutate(output, {
      onSuccess: () => {
        dropDraft('forgot-password')
        onSent(output.email)
      },
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    // post: a form sent before the page has woken up must not put the address into the address bar.
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
          {fields.of('') ?? messageOf(error, passwordTexts.requestFailed)}
        </Notice>
      )}
      <EmailField autoComplete="username" defaultValue={email} error={fields.of('email')} />
      <Button type="submit" width="full" isBusy={isPending} busyLabel="Sending…">
        Send Reset Link
      </Button>
    </form>
  )
}
