import type { Page } from '@playwright/test'

/** Adds up how far layout shifts move things, from the first paint on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
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
  })

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

/** How far in all. */
export const shifted = (page: Page) => page.evaluate<number>('shiftSoFar()')
