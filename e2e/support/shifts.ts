import { type Page, expect } from '@playwright/test'

/**
 * Adds up how far layout shifts move things, from the first paint on; where `all` is set, also within half a second of a
 * press, when browsers take a shift for what the press was meant to bring.
 */
export const watchShifts = (page: Page, all = false) =>
  page.addInitScript((isAll) => {
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if ('value' in entry && 'hadRecentInput' in entry && (isAll || !entry.hadRecentInput))
          shift += Number(entry.value)
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      shiftSoFar: () => {
        add(observer.takeRecords())
        return shift
      },
    })
  }, all)

/**
 * The browser has drawn what is on the page now: what is not drawn does not shift. Or it has stopped drawing for good, as
 * headless Chromium does now and then.
 */
export const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        setTimeout(resolve, 5000)
      }),
  )

/**
 * Its own fonts are in, and what is far down is laid out: that comes after the fonts, and marks the root last
 * (`src/ui/layOutMore.ts`). What is measured before may still move by itself.
 */
export const atRest = (page: Page) => expect(page.locator('html[data-laid-out]')).toBeAttached()

/** How far in all. */
export const shifted = (page: Page) => page.evaluate<number>('shiftSoFar()')
