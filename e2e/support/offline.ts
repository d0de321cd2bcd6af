import { type Page, test as base } from '@playwright/test'
import { rounds } from '../../tests/support/rounds.ts'
import { type Line, openLine } from './line.ts'
import { type Profile, keepProfile } from './profile.ts'

type Fixtures = {
  /** The line to the shop that all tests share; pages of `profile` are reached through it. */
  line: Line
  /** A browser with a service worker that can be closed, killed and started again. */
  profile: Profile
}

/**
 * For what happens without a network. Relative addresses lead through `line`:
 *
 *     const page = await profile.start()
 *     await page.goto('/')
 *     await workerReady(page)
 *     await profile.kill()
 *     await line.cut()
 *     const later = await profile.start()
 */
export const test = base.extend<Fixtures>({
  line: async ({ baseURL }, use) => {
    const line = await openLine(Number(new URL(baseURL ?? '').port))
    await use(line)
    await line.cut()
  },
  profile: async ({ line, viewport, locale, contextOptions, launchOptions }, use) => {
    const look = { ...contextOptions, baseURL: line.origin, ...(locale && { locale }), viewport }
    const profile = keepProfile(look, launchOptions)
    await use(profile)
    await profile.forget()
  },
})

export { rounds }

/** The page's service worker is installed, has kept what it needs, and answers for this page. */
export async function workerReady(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}
