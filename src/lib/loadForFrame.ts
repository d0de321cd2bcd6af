import type { AnyRouter } from '@tanstack/react-router'
import { startupLoader } from '#contract/constants.ts'

/** How often to look, in milliseconds. */
const pause = 100

/**
 * Loads the page that a frame waits for. Resolves once it is there, or can say itself that it is loading: not before the
 * startup loader leaves, because most pages are there by then.
 */
export async function loadForFrame(router: AnyRouter): Promise<void> {
  let timer: ReturnType<typeof setInterval> | undefined
  const canSayIt = new Promise<void>((resolve) => {
    timer = setInterval(
      // The router has none before the guard lets the customer in and the page has its words for that.
      () => performance.now() >= startupLoader && router.state.matches.length > 0 && resolve(),
      pause,
    )
  })
  await Promise.race([router.load(), canSayIt]).finally(() => clearInterval(timer))
}
