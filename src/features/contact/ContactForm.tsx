import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { NewContactMessage, contactTexts } from '#contract/contact.ts'
import { type FieldErrors, fieldErrors } from '#contract/problem.ts'
import { texts } from '#contract/texts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { columns } from '#src/ui/Field.css.ts'
import { TextAreaField, TextField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { sendMessage } from './api.ts'
import * as css from './ContactForm.css.ts'

/** A message to the shop: checked here as the server checks it, cleared once it has arrived. */
export function ContactForm() {
  const { mutate, reset, data, error, isPending } = useMutation(sendMessage())
  const [faults, setFaults] = useState<FieldErrors>({})

  const show = (form: HTMLFormElement, found: FieldErrors) => {
    // The words must be there before the focus is, or a screen reader reads the field without them.
    flushSync(() => setFaults(found))
    const first = [...form.elements].find((element) => found[element.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const message = v.safeParse(NewContactMessage, Object.fromEntries(new FormData(form)))
    if (!message.success) {
      reset()
      return show(form, fieldErrors(message.issues))
    }
    setFaults({})
    mutate(message.output, {
      onSuccess: () => form.reset(),
      onError: (failure) => show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    if (data) reset()
    const name = target instanceof Element ? target.getAttribute('name') : null
    if (name !== null && faults[name]) setFaults({ ...faults, [name]: [] })
  }

  return (
    // post: a form sent before the page has woken up must not put the message into the address.
    <form className={columns.one} method="post" noValidate onSubmit={submit} onInput={forget}>
      <div className={columns.two}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          error={faults['name']?.[0]}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={faults['email']?.[0]}
        />
      </div>
      <TextField label="Subject" name="subject" maxLength={150} isOptional error={faults['subject']?.[0]} />
      <TextAreaField
        label="Message"
        name="message"
        rows={6}
        maxLength={4000}
        required
        error={faults['message']?.[0]}
      />
      <div className={css.foot}>
        <div className={css.outcome} aria-live="polite">
          {error && !isPending && <Notice tone="critical">{failureText(error)}</Notice>}
          {data && <Notice tone="positive">{data.message}</Notice>}
        </div>
        <Button type="submit" isBusy={isPending} busyLabel="Sending…">
          Send message
        </Button>
      </div>
    </form>
  )
}

function failureText(error: Error): string {
  if (!(error instanceof AppError)) return contactTexts.failed
  if (error.isUnanswered) return contactTexts.networkFailed
  const saysNothing = error.code === 'invalid_response' || error.message === texts.somethingWentWrong
  return saysNothing ? contactTexts.failed : error.message
}
