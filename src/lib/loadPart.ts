/** What is being loaded, and what has been: a file that could not be is asked for again. */
const asked = new Map<string, Promise<void>>()

/** Vite's event, to which the shop answers with a reload (`src/offline/lostCode.ts`). */
function report(payload: unknown) {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
  window.dispatchEvent(event)
  if (!event.defaultPrevented) throw payload
}

const load = (href: string) =>
  new Promise<void>((resolve, reject) => {
    // A disabled one, too: the document has its styles in itself.
    if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    link.onload = () => resolve()
    link.onerror = () => {
      // Or the next attempt would find it, and take it for loaded.
      asked.delete(href)
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
    document.head.append(link)
  })

function style(href: string) {
  const promise = asked.get(href) ?? load(href)
  asked.set(href, promise)
  return promise
}

/** Six of these, in milliseconds, is how long a part may be on its way: on the slowest line the largest takes less. */
const step = 10_000

/** What came to a standstill is lost, too: no browser would ever say so. */
export class StoodStill extends Error {}

/** Fails what takes too long, not counting the time that a phone has slept. */
function inTime<T>(arriving: Promise<T>): Promise<T> {
  let left = 6
  let timer: ReturnType<typeof setInterval> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      left -= 1
      if (left === 0) reject(new StoodStill('Failed to fetch dynamically imported module'))
    }, step)
  })
  return Promise.race([arriving, late]).finally(() => clearInterval(timer))
}

/** A line that is lost takes with it all that is on its way, and another one may be there: before the next attempt. */
const pause = 1_000

/** Asks once more for what was lost: to reload the page, which is how the shop takes a loss, costs much more. */
const twice = <T>(load: () => Promise<T>): Promise<T | void> =>
  inTime(load())
    .catch(async (error: unknown) => {
      if (error instanceof StoodStill) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      return inTime(load())
    })
    .catch(report)

/**
 * Loads a part of the shop that is imported later, once the styles that it needs are there. In the browser's build it
 * is Vite's own of this name that it replaces (`tools/standIns.ts`): that one also loads scripts ahead, from anywhere
 * and with a nonce.
 */
export const __vitePreload = <T>(part: () => Promise<T>, styles: readonly string[] = []) =>
  twice(() => Promise.all(styles.map((file) => style(`/${file}`)))).then(() => twice(part))
