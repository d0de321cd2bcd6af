import { useMutation } from '@tanstack/react-query'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { useSending } from '#src/lib/useSending.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { EmailField } from '#src/ui/Field.tsx'
import * as css from './form.css.ts'
import { requestReset } from './passwordApi.ts'

type Props = {
  /** The address for which a link was requested before. */
  email: string
  onSent: (email: string) => void
}

/** Asks for a link to choose a new password. */
export function ForgotPasswordForm({ email, onSent }: Props) {
  const asking = useMutation(requestReset())
  const sending = useSending(asking)
  const form = useDraft<HTMLFormElement>('forgot-password')

  const submit = (form: HTMLFormElement) =>
    sending.send(
      form,
      async () => (await import('#contract/passwords.ts')).ForgottenPassword,
      Object.fromEntries(new FormData(form)),
      (asked, told) =>
        asking.mutate(asked, {
          ...told,
          onSuccess: () => {
            dropDraft('forgot-password')
            onSent(asked.email)
          },
        }),
    )

  return (
    <CheckedForm
      ref={form}
      className={css.form}
      onSubmit={submit}
      sending={sending}
      failure={passwordTexts.requestFailed}
    >
      <EmailField autoComplete="username" defaultValue={email} error={sending.fields.of('email')} />
      <Button type="submit" width="full" isBusy={sending.isPending} busyLabel="Sending…">
        Send Reset Link
      </Button>
    </CheckedForm>
  )
}
