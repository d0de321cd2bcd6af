import { Link, useHydrated } from '@tanstack/react-router'
import { newsletterOften, newsletterTexts } from '#contract/newsletterTexts.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { container } from '#src/ui/layout.css.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { eyebrow } from '#src/ui/text.css.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { type LinkPurpose, followLink } from './api.ts'
import * as css from './NewsletterPage.css.ts'

const words = {
  confirm: {
    title: 'One press, and you are on the list',
    text: `We write ${newsletterOften}: of new pieces, the stones in them, and how they are made.`,
    button: 'Confirm my subscription',
    busy: 'Confirming…',
    done: 'You are on the list',
  },
  unsubscribe: {
    title: 'No more letters?',
    text: 'One press, and your address is deleted from the list. You may come back at any time.',
    button: 'Unsubscribe',
    busy: 'Unsubscribing…',
    done: 'You are off the list',
  },
} as const

type Props = {
  /** What the emailed link contained; null if it contained nothing usable. */
  link: { purpose: LinkPurpose; token: string } | null
  /** Whether one that contained nothing usable was to end a subscription. */
  isToLeave?: boolean
}

/** Where the newsletter's emailed links lead. It waits for a press, because email programs open links by themselves. */
export function NewsletterPage({ link, isToLeave = false }: Props) {
  return (
    <div className={`${container} ${css.root}`}>
      <p className={eyebrow.accent}>{`The ${shop.name} letter`}</p>
      {link ? <FollowLink {...link} /> : <NoLink isToLeave={isToLeave} />}
    </div>
  )
}

function FollowLink({ purpose, token }: { purpose: LinkPurpose; token: string }) {
  const { mutate, data, error, isPending } = useOneAtATime(followLink(purpose))
  const { heir, within } = useHeir()
  const isAwake = useHydrated()
  const { title, text, button, busy, done } = words[purpose]
  // Who used this link before may be on the list again.
  const isDone = data && data.message !== newsletterTexts.unsubscribedBefore
  const isOver = data !== undefined || (error !== null && isRefused(error))

  return (
    <>
      <h1>{isDone ? done : isOver ? 'Your subscription' : title}</h1>
      {!isOver && <p className={css.text}>{text}</p>}
      <div ref={heir} tabIndex={-1} className={css.outcome} aria-live="polite">
        {data && <Notice tone={isDone ? 'positive' : 'neutral'}>{data.message}</Notice>}
        {error && !isPending && <Notice tone="critical">{messageOf(error, texts.networkError)}</Notice>}
      </div>
      <div {...within}>
        {isOver ? (
          <Onward />
        ) : (
          <Button
            size="l"
            aria-disabled={!isAwake}
            isBusy={isPending}
            busyLabel={busy}
            onClick={() => mutate(token)}
          >
            {button}
          </Button>
        )}
      </div>
    </>
  )
}

function NoLink({ isToLeave }: { isToLeave: boolean }) {
  return (
    <>
      <h1>Your subscription</h1>
      <Notice tone="neutral" className={css.outcome}>
        {isToLeave
          ? newsletterTexts.invalidLeave
          : `${newsletterTexts.invalidLink} Please subscribe again at the foot of this page.`}
      </Notice>
      <Onward />
    </>
  )
}

function Onward() {
  return (
    <Link to="/products" className={buttonStyle({ tone: 'secondary' })}>
      Continue Shopping
    </Link>
  )
}
