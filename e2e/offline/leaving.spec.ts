import { type BrowserContext, type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { authTexts } from '#contract/authTexts.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { paths } from '#contract/paths.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { prepared, rounds, test, workerReady } from '../support/offline.ts'
import { home, newAccount } from '../support/shopper.ts'
import { cachedOn, everythingKept, expectWaiting, lookInto, recordsOf, remember } from '../support/stored.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Text that belongs to the customer and to nobody else. */
const canary = 'Quillfeather'

/** A customer whose every page contains the canary. */
async function newCanary(caller: Parameters<typeof newAccount>[0]) {
  const ada = await newAccount(caller, { lastName: canary })
  await ada.livesAt({ ...home, full_name: `Ada ${canary}`, address_line_1: `1 ${canary} Lane` })
  await ada.put('pearl-stud-earrings')
  const order = await ada.order()
  await ada.put('pearl-stud-earrings')
  await ada.wish('oval-signet-ring')
  return { ...ada, order }
}

/** Opens everything of a customer's, until it is there. */
async function seeEverything(page: Page, order: string) {
  const own = {
    '/cart': 'Pearl Stud Earrings',
    '/wishlist': 'Oval Signet Ring',
    '/orders': order,
    [`/orders/${order}`]: canary,
    '/account?tab=addresses': canary,
    '/account': canary,
  }
  await page.goto('/cart/checkout')
  await expect(main(page).getByLabel('Last name')).toHaveValue(canary)
  for (const [path, words] of Object.entries(own)) {
    await page.goto(path)
    await expect(main(page).getByText(words).filter({ visible: true }).first(), path).toBeVisible()
  }
}

/** Where any of the words occurs in what the browser of these tabs has stored and in what is on view in them. */
async function traces(tabs: [Page, ...Page[]], ...words: string[]): Promise<string[]> {
  const all = [await everythingKept(...tabs)]
  for (const tab of tabs) all.push(await lookInto(tab, () => document.documentElement.outerHTML))
  return all.flatMap((text) => words.flatMap((word) => surroundings(text, word)))
}

function surroundings(text: string, word: string): string[] {
  const found: string[] = []
  // Not by an expression with the surroundings in it, which takes seconds for so many megabytes.
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    found.push(text.slice(Math.max(0, at - 80), at + word.length + 80))
  return found
}

/** By keyboard: a message may cover the menu. */
async function signOut(page: Page) {
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: 'Account' }).press('Enter')
  await banner.getByRole('button', { name: authTexts.signOut }).press('Enter')
}

/** What may happen to the call that ends the session. */
const ends: Record<string, (context: BrowserContext, cut: () => Promise<void>) => Promise<void>> = {
  online: () => Promise.resolve(),
  'without a network': (_context, cut) => cut(),
  async 'on a server that fails'(context) {
    await context.route(`**${apiRoot}${paths.logout}`, (route) => route.fulfill({ status: 500, json: {} }))
  },
}

for (const [how, befall] of Object.entries(ends).slice(0, rounds(1, 3))) {
  test(`signing out ${how} leaves nothing of the customer on this browser, in any tab`, async ({
    profile,
    line: wire,
    request,
  }) => {
    test.slow()
    const ada = await newCanary({ request })
    const page = await profile.start()
    const context = page.context()
    await context.clock.install()
    await remember(page, ada.kept)
    await seeEverything(page, ada.order)
    await workerReady(page)
    const other = await context.newPage()
    await other.goto('/wishlist')
    await expect(title(other)).toHaveText('My Wishlist (1)')
    await expect.poll(async () => JSON.stringify(await recordsOf(page))).toContain('Pearl Stud Earrings')
    expect(await traces([page], canary)).not.toEqual([])
    expect(await traces([page], ada.email)).not.toEqual([])
    for (const tab of [page, other]) await prepared(tab)

    // A customer's data are in no cache from which a worker answers, even while they are signed in.
    const caught = await cachedOn(page)
    const shared = /^\/(assets|pages|pictures|products|resources|about_us)\/|^\/favicon|^\/[\w-]*(\?|$)/
    expect(Object.keys(caught).filter((address) => !shared.test(address))).toEqual([])
    const personal = /api|auth|orders|wishlist|addresses|account/
    const pages = Object.keys(caught).filter((address) => !/^\/(assets|pages)\//.test(address))
    expect(pages.filter((address) => personal.test(address))).toEqual([])
    expect(JSON.stringify(caught)).not.toContain(canary)

    await page.bringToFront()
    await befall(context, wire.cut)
    await signOut(page)
    await expect(title(other)).toHaveText('Welcome back')
    await expect(page).toHaveURL('/')
    await expect(title(page)).toHaveAccessibleName(/damson/i)
    const expectNothing = async () => {
      await expect.poll(() => traces([page, other], canary, ada.email)).toEqual([])
      await expect.poll(async () => (await recordsOf(page))['damson-own'] ?? {}).toEqual({})
    }
    await expectNothing()
    // A page that still had it might write it again: whatever the pages have scheduled within five seconds is done now.
    await context.clock.runFor(5_000)
    await expectNothing()
    await page.goBack()
    await expect(title(page)).toHaveText('Welcome back')
    await expectNothing()

    await wire.cut()
    expect(await lookInto(page, async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      1,
    )
    await page.goto('/privacy-policy')
    await expect(title(page)).toHaveText(/privacy/i)

    await wire.mend()
    await context.unrouteAll()
    const bo = await newAccount({ request })
    await remember(page, bo.kept)
    for (const [path, words] of Object.entries({
      '/cart': 'Your cart is empty',
      '/wishlist': 'My Wishlist (0)',
      '/orders': 'No orders found.',
    })) {
      await page.goto(path)
      await expect(main(page).getByText(words)).toBeVisible()
      await expect(main(page)).not.toContainText(/Signet|Pearl Stud|DMS-/)
    }
    await expect.poll(() => traces([page], canary)).toEqual([])
  })
}

test('changes that wait go with the customer who signs out, who is told so, and are never sent', async ({
  profile,
  line: wire,
  request,
}) => {
  const ada = await newAccount({ request })
  await ada.put('pearl-stud-earrings')
  const page = await profile.start()
  await remember(page, ada.kept)
  await page.goto('/cart')
  await workerReady(page)
  await expect(main(page).getByRole('button', { name: /^Increase/ })).toBeVisible()
  await prepared(page)
  await wire.cut()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: networkTexts.continueOffline }).click()
  await main(page)
    .getByRole('button', { name: /^Increase/ })
    .click()
  await expectWaiting(page, ['cart set'])
  await signOut(page)
  for (const text of [savedTexts.waitingGone, authTexts.leftHere])
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText(text)
  await expect(page).toHaveURL('/')
  await expect.poll(async () => (await recordsOf(page))['damson-outbox']).toEqual({})
  // The page sends what is still waiting before it reloads.
  const reloaded = page.waitForEvent('load')
  await wire.mend()
  await page.context().setOffline(false)
  await reloaded
  await page.goto('/cart')
  await expect(title(page)).toHaveText('Welcome back')
  expect(await ada.cart()).toEqual(['pearl-stud-earrings 1'])
})
