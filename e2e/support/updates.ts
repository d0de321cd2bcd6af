import { type Page, expect } from '@playwright/test'
import { type Line, openLine } from './line.ts'
import { test as base } from './offline.ts'
import { type OwnShop, type Release, makeRelease, openOwnShop } from './release.ts'
import { lookInto } from './stored.ts'
import { type Unwatched, openUnwatched } from './unwatched.ts'

type Fixtures = { unwatched: Unwatched }
/**
 * One shop for all tests of a file, on which each starts releases of its own: `test.describe.configure({ mode:
 * 'default' })`.
 */
export const test = base.extend<Fixtures, { shop: OwnShop; releases: (number: number) => Release }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
    async ({}, use) => {
      const shop = await openOwnShop()
      await use(shop)
      await shop.forget()
    },
    { scope: 'worker' },
  ],
  releases: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
    async ({}, use) => {
      const made = new Map<number, Release>()
      await use((number) => {
        const release = made.get(number) ?? makeRelease(number)
        made.set(number, release)
        return release
      })
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- how Playwright says that a fixture needs no other
  unwatched: async ({}, use) => {
    const browser = await openUnwatched()
    await use(browser)
    await browser.forget()
  },
  line: async ({ shop }, use) => {
    const line = await openLine(shop.port)
    await use(line)
    await line.cut()
  },
})

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const offer = (page: Page) => page.getByText('A new version is available')
export const reload = (page: Page) => page.getByRole('button', { name: 'Reload' })

/** The script that starts the page, which every build names differently. */
export const entryScript = () =>
  String(JSON.parse(document.getElementById('scripts')?.textContent ?? '[]').at(-1))
export const build = (page: Page) => page.evaluate(entryScript)

/** Checks for a new version, as a page does from time to time. */
export const look = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

/** Evaluated in the pages of an `Unwatched`, each from its source text alone. */
export const questions = {
  isControlled: () => navigator.serviceWorker.controller !== null,
  isNewWaiting: async () => (await navigator.serviceWorker.ready).waiting !== null,
  isOffered: () => document.body.innerText.includes('A new version is available'),
  look: async () => void (await (await navigator.serviceWorker.ready).update()),
  pressReload: () => {
    const isReload = ({ innerText }: HTMLElement) => innerText === 'Reload'
    ;[...document.querySelectorAll('button')].find(isReload)?.click()
  },
  /** Whether the page has loaded from another build than the one with this script. */
  isAnotherBuild: (old: unknown) => {
    const entry = JSON.parse(document.getElementById('scripts')?.textContent ?? '[]').at(-1)
    return document.readyState === 'complete' && entry !== old
  },
}

type Parts = { shop: OwnShop; releases: (number: number) => Release; line: Line; unwatched: Unwatched }

/** An open page of the first build that has checked for the second, to which the shop has moved on. */
export async function openAtFirst({ shop, releases, line, unwatched }: Parts, path: string) {
  await shop.start(releases(1))
  const page = await unwatched.open(`${line.origin}${path}`)
  await page.until(questions.isControlled)
  await shop.start(releases(2))
  await page.evaluate(questions.look)
  return page
}

/** An open tab of the first build, and one that offers the second. */
export async function openOldAndOffered(parts: Parts) {
  const old = await openAtFirst(parts, '/')
  await old.until(questions.isNewWaiting)
  const offered = await parts.unwatched.open(`${parts.line.origin}/privacy-policy`)
  await offered.until(questions.isOffered)
  return { old, offered, entry: await old.evaluate(entryScript) }
}

/** Waits until a new version is waiting, or no longer is. */
export const expectVersionWaiting = (page: Page, isWaiting: boolean) =>
  expect
    .poll(
      () => lookInto(page, async () => (await navigator.serviceWorker.ready).waiting !== null),
      // It first loads everything the shop is made of.
      { message: 'whether a version waits', timeout: 60_000 },
    )
    .toBe(isWaiting)

/** Navigates the open page as a link does, without loading a document. */
export const lead = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

export const typed = { Name: 'Ada Quince', Email: 'ada@example.com', Message: 'Is the ring still there?' }
export const field = (page: Page, name: string) =>
  page.getByRole('main').getByRole('textbox', { name, exact: true })
