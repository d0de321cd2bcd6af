import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { newsletterOften, newsletterTexts } from '#contract/newsletterTexts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { useSending } from '#src/lib/useSending.ts'
import { useDraft } from '#src/offline/useDraft.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { subscribe } from './api.ts'
import * as css from './NewsletterForm.css.ts'

/** For the footer, on its deep ground: an address, Subscribe, and one line that says how it went. */
export function NewsletterForm() {
  const subscribing = useMutation(subscribe())
  const { fields, isPending, error, send } = useSending(subscribing)
  const { data } = subscribing
  const id = useId()
  const form = useDraft<HTMLFormElement>('newsletter')
  const fault = fields.of('email')
  const failure = fault ?? fields.of('') ?? (error && messageOf(error, newsletterTexts.failed))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const valueOf = () => new FormData(form).get('email')
    const email = valueOf()
    // Another address that was typed meanwhile is not cleared.
    const onSuccess = () => valueOf() === email && form.reset()
    void send(
      form,
      async () => (await import('#contract/newsletter.ts')).NewsletterSignUp,
      { email },
      (wanted, told) => subscribing.mutate(wanted, { ...told, onSuccess }),
    )
  }
  const forget = () => {
    fields.clear()
    if (!isPending) subscribing.reset()
  }

  return (
    // post: a form sent before the page has hydrated must not put the email address into the page's.
    <form ref={form} className={css.root} method="post" noValidate onSubmit={submit} onInput={forget}>
      <div className={css.row}>
        <label className={visuallyHidden} htmlFor={`${id}-email`}>
          Email address for the newsletter
        </label>
        <input
          id={`${id}-email`}
          className={css.field}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          placeholder="Your email address"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <button type="submit" className={css.button} aria-disabled={isPending || undefined}>
          {isPending ? 'Subscribing…' : 'Subscribe'}
        </button>
      </div>
      <p id={`${id}-note`} className={css.note} aria-live="polite">
        {failure !== null && <Icon name="error" size="s" className={css.icon} />}
        {failure === null && data && <Icon name="check" size="s" className={css.icon} />}
        <span className={failure !== null || data ? css.message : undefined}>
          {failure ?? data?.message ?? `We write ${newsletterOften}. Leave the list whenever you like.`}
        </span>
      </p>
    </form>
  )
}
