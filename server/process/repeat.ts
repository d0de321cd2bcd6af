import { describeFailure } from './failure.ts'
import type { App } from '../http/fastify.ts'

/**
 * In milliseconds: a shop that is never open for long must do its work, too, but not while it starts and its first
 * shoppers wait.
 */
const soonest = 120_000

/** `closing` says when the server closes: what may take long ends then. */
type Work = (closing: AbortSignal) => Promise<void>

/**
 * While the server is up, does `work` every so many milliseconds, and for the first time after two minutes at most; never
 * twice at once. A failure is logged as `what` and is tried again at the next time; closing waits for work in progress.
 * Returns a function that does other work now, in its place.
 */
export function repeat(app: App, every: number, what: string, work: Work): (instead: Work) => Promise<void> {
  let running: { end: Promise<void>; closing: AbortController } | null = null
  const run = async (now: Work, closing: AbortSignal) => {
    try {
      await now(closing)
    } catch (error) {
      app.log.error(describeFailure(error), what)
    } finally {
      running = null
    }
  }
  const begin = (now: Work) => {
    // Each time a new one: what listens to it goes with it.
    const closing = new AbortController()
    running ??= { end: run(now, closing.signal), closing }
    return running.end
  }
  const parts = Math.ceil(every / soonest)
  let passed = 0
  const timer = setInterval(() => {
    if (passed % parts === 0) void begin(work)
    passed += 1
  }, every / parts).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    running?.closing.abort()
    await running?.end
  })
  return begin
}
