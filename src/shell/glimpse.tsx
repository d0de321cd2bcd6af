import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Product } from '#contract/catalogue.ts'
import { ProductGlimpse } from '#src/features/catalogue/ProductGlimpse.tsx'
import * as css from './travel.css.ts'

/**
 * Stands in for the page from the tap until the page is rendered, which takes a phone several times as long. It is
 * outside the page's own React tree: a change of route renders everything in one go, and shows nothing before.
 */
export function makeGlimpse() {
  const place = document.createElement('div')
  place.className = css.glimpse
  // Created ahead, because React takes a while to attach its listeners to a new root.
  const root = createRoot(place)
  let covered: HTMLElement[] = []
  let scrolled = 0
  // Where the browser can, what is covered stays laid out: taking a list apart takes a phone as long as the glimpse.
  const [property, value] = CSS.supports('content-visibility', 'hidden')
    ? (['content-visibility', 'hidden'] as const)
    : (['display', 'none'] as const)

  function close() {
    place.remove()
    for (const part of covered) part.style.removeProperty(property)
    covered = []
  }

  const draw = (product: Product) => flushSync(() => root.render(<ProductGlimpse product={product} />))

  return {
    /** Renders some piece out of sight: replacing its text with another's takes half the time. */
    prepare: draw,
    /** Shows it in place of everything on the page. Returns the frame of its picture. */
    open(product: Product): HTMLElement | null {
      close()
      const main = document.getElementById('main')
      if (!main) return null
      scrolled = scrollY
      draw(product)
      covered = [...main.children].filter((part) => part instanceof HTMLElement)
      for (const part of covered) part.style.setProperty(property, value)
      main.prepend(place)
      if (scrolled > 0) scrollTo({ top: 0, behavior: 'instant' })
      return place.querySelector<HTMLElement>('[data-piece]')
    },
    close,
    /** Restores what it replaced, as it was. */
    takeBack() {
      if (!place.isConnected) return
      close()
      scrollTo({ top: scrolled, behavior: 'instant' })
    },
  }
}

/** Resolves when earlier changes have been painted and animations have started; soon, if nothing is painted at all. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const after = (frames: number) =>
      requestAnimationFrame(() => (frames > 1 ? after(frames - 1) : setTimeout(resolve)))
    after(4)
    setTimeout(resolve, 200)
  })
