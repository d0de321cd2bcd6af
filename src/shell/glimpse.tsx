import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Product } from '#contract/catalogue.ts'
import { ProductGlimpse } from '#src/features/catalogue/ProductGlimpse.tsx'

/**
 * Stands in the page's place from the touch until the page is drawn, which takes a phone several times as long. It is
 * not part of the page's own tree: a change of the router's draws everything, and lets nothing through before.
 */
export function makeGlimpse() {
  const place = document.createElement('div')
  // Made ahead, because React takes a while to listen to a new place.
  const root = createRoot(place)
  let covered: HTMLElement[] = []
  let scrolled = 0

  function close() {
    place.remove()
    for (const part of covered) part.style.removeProperty('display')
    covered = []
  }

  return {
    /** Shows it instead of all that is in the page. Gives the frame of its picture. */
    open(product: Product): HTMLElement | null {
      close()
      const main = document.getElementById('main')
      if (!main) return null
      scrolled = scrollY
      flushSync(() => root.render(<ProductGlimpse key={product.id} product={product} />))
      covered = [...main.children].filter((part) => part instanceof HTMLElement)
      for (const part of covered) part.style.display = 'none'
      main.append(place)
      scrollTo({ top: 0, behavior: 'instant' })
      return place.querySelector<HTMLElement>('[data-piece]')
    },
    close,
    /** Shows again what it stood for, as it was. */
    takeBack() {
      if (!place.isConnected) return
      close()
      scrollTo({ top: scrolled, behavior: 'instant' })
    },
  }
}

/**
 * Resolves when what was done before has been painted and what moves has begun to; soon, where nothing is painted at all.
 */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const after = (frames: number) =>
      requestAnimationFrame(() => (frames > 1 ? after(frames - 1) : setTimeout(resolve)))
    after(3)
    setTimeout(resolve, 200)
  })
