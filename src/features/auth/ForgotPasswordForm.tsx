import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { ForgottenPassword, passwordTexts } from '#contract/passwords.ts'
import { fieldErrors } from '#contract/problem.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
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

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const asked = v.safeParse(ForgottenPassword, Object.fromEntries(new FormData(form)))
    if (!asked.success) return fields.show(form, fieldErrors(asked.issues))
    mutate(asked.output, {
      onSuccess: () => onSent(asked.output.email),
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    // post: a form sent before the page has woken up must not put the address into the address bar.
    <form className={css.form} method="post" noValidate onSubmit={submit} onInput={fields.clearEdited}>
      {error && !isPending && (
        <Notice tone="critical" role="alert">
          {messageOf(error, passwordTexts.requestFailed)}
        </Notice>
      )}
      <EmailField autoComplete="username" defaultValue={email} error={fields.of('email')} />
      <Button type="submit" width="full" isBusy={isPending} busyLabel="Sending…">
        Send Reset Link
      </Button>
    </form>
  )
}
