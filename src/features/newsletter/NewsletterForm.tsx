import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { newsletterTexts } from '#contract/newsletterTexts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { checkForm } from '#src/lib/checkForm.ts'
import { useDraft } from '#src/offline/useDraft.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { subscribe } from './api.ts'
import * as css from './NewsletterForm.css.ts'

/** For the footer, on its deep ground: an address, Subscribe, and one line that says how it went. */
export function NewsletterForm() {
  const { mutate, reset, data, error, isPending } = useMutation(subscribe())
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const form = useDraft<HTMLFormElement>('newsletter')
  const failure = fault ?? (error ? messageOf(error, newsletterTexts.failed) : null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const { output, faults } = await checkForm(
      async () => (await import('#contract/newsletter.ts')).NewsletterSignUp,
      { email: new FormData(form).get('email') },
    )
    if (faults) {
      reset()
      setFault(Object.values(faults).flat()[0] ?? null)
      field.current?.focus()
      return
    }
    mutate(output, { onSuccess: () => form.reset() })
  }
  const forget = () => {
    setFault(null)
    if (error || data) reset()
  }

  return (
    // post: a form sent before the page has woken up must not put the address into the page's own.
    <form
      ref={form}
      className={css.root}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={forget}
    >
      <div className={css.row}>
        <label className={visuallyHidden} htmlFor={`${id}-email`}>
          Email address for the newsletter
        </label>
        <input
          ref={field}
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
          aria-invalid={fault !== null || undefined}
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
          {failure ?? data?.message ?? 'Four letters a year. Leave the list whenever you like.'}
        </span>
      </p>
    </form>
  )
}
