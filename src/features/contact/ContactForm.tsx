import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { longestSubject } from '#contract/constants.ts'
import { contactTexts } from '#contract/contactTexts.ts'
import { texts } from '#contract/texts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { useSending } from '#src/lib/useSending.ts'
import { isRestored } from '#src/offline/restored.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { columns } from '#src/ui/Field.css.ts'
import { EmailField, TextField } from '#src/ui/Field.tsx'
import { TextAreaField } from '#src/ui/TextAreaField.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { sendMessage } from './api.ts'
import { contactDraft } from './contactDraft.ts'
import * as css from './ContactForm.css.ts'

/**
 * A message to the shop: checked here as the server checks it, cleared once it has arrived. What was typed about one
 * subject is neither shown nor kept with another.
 * @param props.subject what a link has asked about
 */
export function ContactForm({ subject }: { subject: string | undefined }) {
  const router = useRouter()
  const [answered, setAnswered] = useState<string>()
  const clearSubject = () => {
    if (subject === undefined) return
    setAnswered(subject)
    void router.navigate({ to: '/contact', replace: true, resetScroll: false })
  }
  // Once its subject has gone from the address the form stays, with its thanks and the keyboard's place in it.
  return <MessageForm key={subject ?? answered} subject={subject} onCleared={clearSubject} />
}

type Props = { subject: string | undefined; onCleared: () => void }

function MessageForm({ subject, onCleared }: Props) {
  const draft = contactDraft(subject)
  const form = useDraft<HTMLFormElement>(draft)
  // What was sent: anything typed since then must not be cleared.
  const sent = useRef('')
  const mailing = useMutation({
    ...sendMessage(),
    // Here and not in the call's own callbacks, which do not run once the shopper has gone on.
    onSuccess: ({ message }) => {
      if (form.current === null) {
        dropDraft(draft)
        notify.success(message)
      } else if (valuesOf(form.current) === sent.current) {
        form.current.reset()
        onCleared()
      }
    },
    onError: (failure) => {
      if (form.current === null) notify.error(failureText(failure))
    },
  })
  const { fields, isPending, error, send } = useSending(mailing)
  const { data } = mailing

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = valuesOf(form)
    void send(
      form,
      async () => (await import('#contract/contact.ts')).NewContactMessage,
      Object.fromEntries(new FormData(form)),
      (message, told) => {
        sent.current = typed
        mailing.mutate(message, told)
      },
    )
  }
  const forget = (event: FormEvent<HTMLFormElement>) => {
    if (data && !isPending && !isRestored(event.nativeEvent)) mailing.reset()
    fields.clearEdited(event)
  }

  return (
    // post: a form sent before the page has hydrated must not put the message into the address.
    <form ref={form} className={columns.one} method="post" noValidate onSubmit={submit} onInput={forget}>
      <div className={columns.two}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          error={fields.of('name')}
        />
        <EmailField error={fields.of('email')} />
      </div>
      <TextField
        defaultValue={subject}
        label="Subject"
        name="subject"
        maxLength={longestSubject}
        isOptional
        error={fields.of('subject')}
      />
      <TextAreaField
        label="Message"
        name="message"
        rows={6}
        maxLength={4000}
        required
        error={fields.of('message')}
      />
      <div className={css.foot}>
        <div className={css.outcome} aria-live="polite">
          {fields.of('') !== undefined && <Notice tone="critical">{fields.of('')}</Notice>}
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

const valuesOf = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)])

function failureText(error: Error): string {
  if (!(error instanceof AppError)) return contactTexts.failed
  if (error.isUnanswered) return contactTexts.networkFailed
  const saysNothing = error.code === 'invalid_response' || error.message === texts.somethingWentWrong
  return saysNothing ? contactTexts.failed : error.message
}
