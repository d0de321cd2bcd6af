import { useMutation } from '@tanstack/react-query'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { EmailField } from '#src/ui/Field.tsx'
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

  const submit = async (form: HTMLFormElement) => {
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
      failure={passwordTexts.requestFailed}
    >
      <EmailField autoComplete="username" defaultValue={email} error={fields.of('email')} />
      <Button type="submit" width="full" isBusy={isPending} busyLabel="Sending…">
        Send Reset Link
      </Button>
    </CheckedForm>
  )
}
