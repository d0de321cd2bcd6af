import { type Locator, type Page, expect } from '@playwright/test'

/** Its position in the window. */
export async function placeOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
}

/** Fingers on the screen; Playwright itself has only one. */
export async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  /** A finger moves over many frames; of the events within one, a busy browser tells the page only the last. */
  const frame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  /** In seconds, as the browser stamps touches. */
  const now = Date.now() / 1000
  let tapped = now
  return {
    /** Twice, a tenth of a second apart, however long the calls take, and what happens in between. */
    async tapTwice(point: { x: number; y: number }, between?: () => Promise<void>) {
      tapped += 1
      for (const timestamp of [tapped, tapped + 0.1]) {
        const touch = { timestamp, modifiers: 0 }
        await session.send('Input.dispatchTouchEvent', { ...touch, type: 'touchStart', touchPoints: [point] })
        await session.send('Input.dispatchTouchEvent', { ...touch, type: 'touchEnd', touchPoints: [] })
        if (timestamp === tapped) await between?.()
      }
    },
    /** The same with a mouse. */
    async clickTwice({ x, y }: { x: number; y: number }, between: () => Promise<void>) {
      tapped += 1
      for (const clickCount of [1, 2]) {
        const press = { x, y, clickCount, button: 'left', timestamp: tapped + clickCount / 10 } as const
        await session.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' })
        await session.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' })
        if (clickCount === 1) await between()
      }
    },
    async pinch({ x, y }: { x: number; y: number }, from: number, to: number) {
      const fingers = (apart: number) => [
        { x: x - apart / 2, y },
        { x: x + apart / 2, y },
      ]
      await send('touchStart', ...fingers(from))
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', ...fingers(from + (to - from) * part))
      await send('touchEnd')
    },
    async draw({ x, y }: { x: number; y: number }, by: { x: number; y: number }) {
      await send('touchStart', { x, y })
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await send('touchMove', { x: x + by.x * part, y: y + by.y * part })
        await frame()
      }
      await send('touchEnd')
    },
  }
}

/**
 * Whatever a finger presses is 44 px high, and as wide if it has no words; except for links within a sentence, and
 * what a finger does not reach: the link that only a keyboard brings out, and boxes that are pressed by their label.
 */
export async function expectToSuitFingers(page: Page) {
  const small = await page.evaluate(() => {
    const pressed = 'a[href]:not([href="#main"]), button, select, textarea, summary, input'
    const labelled = 'input:is([type=checkbox], [type=radio], [type=file])'
    const isInSentence = (element: Element) =>
      element instanceof HTMLAnchorElement &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent.trim() !== element.textContent.trim()
    /** With what of it extends over more, as over the whole card that a name belongs to. */
    const extentOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const around = ['::before', '::after'].map((part) => getComputedStyle(element, part))
      const over = around.filter(({ content, position }) => content !== 'none' && position === 'absolute')
      return {
        width: Math.max(width, ...over.map((part) => Number.parseFloat(part.width))),
        height: Math.max(height, ...over.map((part) => Number.parseFloat(part.height))),
      }
    }
    return [...document.querySelectorAll(pressed)].flatMap((element) => {
      const { width, height } = extentOf(element)
      const isThere = element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
      if (!isThere || element.matches(labelled) || isInSentence(element)) return []
      const words = element.textContent.trim()
      if (height > 43.5 && (width > 43.5 || words !== '' || element.matches('input'))) return []
      return [`${words || element.ariaLabel}: ${Math.round(width)} by ${Math.round(height)}`]
    })
  })
  expect(small, 'too small for a finger').toEqual([])
}
