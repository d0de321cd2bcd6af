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

/**
 * Loads a part of the shop that is imported later, once the styles that it needs are there. In the browser's build it
 * is Vite's own of this name that it replaces (`tools/standIns.ts`): that one also loads scripts ahead, from anywhere
 * and with a nonce.
 */
export const __vitePreload = <T>(part: () => Promise<T>, styles: readonly string[] = []) =>
  Promise.all(styles.map((file) => style(`/${file}`)))
    .catch(report)
    .then(() => part().catch(report))
