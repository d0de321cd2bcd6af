import { type Page, expect, test as base } from '@playwright/test'
import { rounds } from '../../tests/support/rounds.ts'
import { built, builtName } from './built.ts'
import { type Line, openLine } from './line.ts'
import { type Profile, keepProfile } from './profile.ts'
import { awake, watching } from './shopper.ts'
import { lookInto } from './stored.ts'

type Fixtures = {
  /** The line to the shop that all tests share; pages of `profile` are reached through it. */
  line: Line
  /**
   * A browser with a service worker that can be closed, killed and started again. A violated security policy on any of
   * its pages fails the test.
   */
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
    expect(profile.violations).toEqual([])
  },
})

export { rounds }

/** The page's service worker is installed, has stored what it needs, has begun its work, and answers for this page. */
export const workerReady = (page: Page) =>
  lookInto(page, async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activating')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })

/**
 * The page has hydrated, and has loaded what it needs later for the case that its network is lost: from here on it may
 * be.
 */
export async function prepared(page: Page) {
  await awake(page)
  await watching(page)
  // With the code that reports errors, which the shop requests last. Each release gives it a name of its own, see
  // `makeRelease`.
  const name = built('later').replace(builtName, '$1.$3')
  await expect.poll(() => lookInto(page, isThere, name)).toBe(true)
}

/** Counts page loads from here on. */
export function countLoads(page: Page) {
  const loads = { count: 0 }
  page.on('load', () => (loads.count += 1))
  return loads
}

/**
 * Counts how often pages of this tab have started a reload, from the next one on: it counts at the start, before
 * anything can be seen of it.
 */
export async function countReloads(page: Page): Promise<() => Promise<number>> {
  const key = 'reloads'
  await page.addInitScript((name) => {
    navigation.addEventListener('navigate', ({ navigationType }) => {
      const before = Number(sessionStorage.getItem(name))
      if (navigationType === 'reload') sessionStorage.setItem(name, String(before + 1))
    })
  }, key)
  return () => page.evaluate((name) => Number(sessionStorage.getItem(name)), key)
}

/** Whether the page has requested the part of this name by itself, and has it and everything that it depends on. */
async function isThere(name: string): Promise<boolean> {
  // Not with `performance`, which is a fake if a test controls the clock.
  const all = await new Promise<PerformanceEntryList>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect()
      resolve(list.getEntries())
    })
    observer.observe({ type: 'resource', buffered: true })
  })
  const asked = all.find((one) => new RegExp(name).test(one.name))
  if (asked === undefined) return false
  await import(asked.name)
  return true
}
