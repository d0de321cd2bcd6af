import { useHydrated, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { notOpened } from '#contract/notOpened.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import * as css from './StartupLoader.css.ts'

const nothing = { __html: '' }

/**
 * Stands in for a customer's own page, which the server leaves to the browser, until the browser fills it. If it never
 * does, this says so and leads on, without a script, because the scripts may be what is missing.
 */
export function StartupLoader() {
  const words = useRef<HTMLDivElement>(null)
  const isFrame = useRouterState({
    select: ({ matches }) => matches.some((match) => match.routeId.startsWith('/_customer')),
  })
  const [isFilled, setFilled] = useState(useHydrated() || !isFrame)
  useEffect(() => {
    const main = words.current?.parentElement
    if (!main) return
    // The page is woken after what is around it, on a busy phone long after: until it is there, this is not taken away.
    const observer = new MutationObserver(() => {
      if (main.childElementCount < 2) return
      observer.disconnect()
      flushSync(() => setFilled(true))
    })
    observer.observe(main, { childList: true })
    return () => observer.disconnect()
  }, [])
  if (isFilled || !isFrame) return null
  if (import.meta.env.SSR) return <Words />
  // The browser wakes it as the server wrote it: it is gone a moment later, and no page carries its words.
  // oxlint-disable-next-line react/no-danger -- nothing is written at all
  return <div ref={words} suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
}

// What is imported here is in every page's scripts, used or not: so nothing is that would not be there without it.
const Words = () => (
  <div className={css.startup} role="status">
    <div className={css.waiting}>
      <span className={css.mark}>
        <Spinner />
      </span>
      {texts.loading}
    </div>
    <p className={css.slow}>Still loading. Your connection may be slow.</p>
    <div className={css.stuck}>
      <h1>{notOpened}</h1>
      <p className={css.reason}>
        Your browser puts it together, and what it needs for that has not arrived. Please try again. If your
        browser blocks JavaScript, allow it for {shop.name}.
      </p>
      <div className={css.actions}>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- this very page, whatever it is: the frame is one for all */}
        <a href="" className={css.again}>
          Try Again
        </a>
        <a href="/" className={css.home}>
          Back to Home
        </a>
      </div>
    </div>
  </div>
)
