import { type Page, expect } from '@playwright/test'
import { cartTexts } from '#contract/cartTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { formatMoney } from '#contract/money.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { openLine } from '../support/line.ts'
import { rounds, test, workerReady } from '../support/offline.ts'
import { keepProfile } from '../support/profile.ts'
import { makeRelease, openOwnShop } from '../support/release.ts'
import { changePiece } from '../support/shopkeeper.ts'
import { awake, newAccount } from '../support/shopper.ts'
import { expectWaiting, recordsOf, putRecord, remember, waitingOn } from '../support/stored.ts'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: networkTexts.title })
const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => page.getByRole('list', { name: 'Messages' })
const line = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })

const earrings = { slug: 'pearl-stud-earrings', name: 'Pearl Stud Earrings' }
const hoops = { slug: 'classic-gold-hoop-earrings', name: 'Classic Hoop Earrings' }
const anklet = { slug: 'silver-satellite-anklet', name: 'Satellite Bead Anklet' }

/** Signs the browser in and shows it what it will be asked for without a network. */
async function getAcquainted(page: Page, kept: Record<string, string>, ...slugs: string[]) {
  await remember(page, kept)
  for (const slug of slugs) {
    await page.goto(`/products/${slug}`)
    await awake(page)
  }
  await workerReady(page)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const known = [...slugs.map((slug) => new RegExp(`product.*${slug}`)), /cart/, /wishlist/]
  await expect
    .poll(async () => {
      const { 'damson-saved': saved = {}, 'damson-own': own = {} } = await recordsOf(page)
      const keys = [...Object.keys(saved), ...Object.keys(own)]
      return known.filter((one) => !keys.some((key) => one.test(key)))
    })
    .toEqual([])
}

/** The network goes, as the browser sees it and for real, and the shopper goes on. */
async function goOffline(page: Page, wire: { cut: () => Promise<void> }) {
  await wire.cut()
  await page.context().setOffline(true)
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
}

/** Opens a page of a piece that was seen. */
async function openPiece(page: Page, { slug, name }: { slug: string; name: string }) {
  await page.goto(`/products/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await awake(page)
}

const add = (page: Page) => main(page).getByRole('button', { name: 'Add to cart' }).first().click()
const addAnother = (page: Page) => main(page).getByRole('button', { name: 'Add another' }).click()

async function toggleWish(page: Page, name: string, isWanted: boolean) {
  const heart = main(page)
    .getByRole('button', { name: new RegExp(`${name} (to|from) wishlist`) })
    .first()
  await expect(heart).toHaveAttribute('aria-pressed', String(!isWanted))
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', String(isWanted))
}

test('ten edits made without a network survive a kill, four tabs, lost answers, a flapping line and a new release', async ({
  viewport,
  launchOptions,
  playwright,
}) => {
  test.setTimeout(rounds(120_000, 1_800_000))
  const shop = await openOwnShop()
  const wire = await openLine(shop.port)
  const profile = keepProfile({ baseURL: wire.origin, viewport }, launchOptions)
  const request = await playwright.request.newContext({ baseURL: shop.origin })
  const releases = [makeRelease(2), undefined]
  try {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const ada = await newAccount({ request })
      await ada.put(anklet.slug, undefined, 2)
      let page = await profile.start()
      await getAcquainted(page, ada.kept, earrings.slug, hoops.slug)

      await goOffline(page, wire)
      await openPiece(page, earrings)
      await add(page)
      await addAnother(page)
      await addAnother(page)
      await expect(main(page).getByRole('link', { name: 'In Cart' }).first()).toContainText('3')
      await toggleWish(page, earrings.name, true)
      await openPiece(page, hoops)
      await add(page)
      await toggleWish(page, hoops.name, true)
      await openPiece(page, earrings)
      await toggleWish(page, earrings.name, false)
      await page.goto('/cart')
      await line(page, earrings.name).getByRole('button', { name: 'Increase' }).click()
      await line(page, anklet.name)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await said(page).getByRole('button', { name: 'Undo' }).click()
      await expect(main(page)).toContainText('7 pieces')
      await expectWaiting(page, [
        'wishlist add',
        'wishlist remove',
        'cart add',
        'cart add',
        'cart remove',
        'cart add',
      ])
      await profile.kill()

      // Meanwhile the shop goes on to another release, and what is kept of its data is of another shape.
      await shop.start(releases[round % 2])
      page = await profile.start()
      await page.context().setOffline(true)
      await page.goto('/cart')
      await expect(main(page)).toContainText('7 pieces')
      for (const [key, record] of Object.entries((await recordsOf(page))['damson-own'] ?? {}))
        await putRecord(page, 'damson-own', 'records', key, { ...Object(record), buster: 'of old' })
      for (const path of ['/cart', '/wishlist', '/', '/privacy-policy'])
        await (await page.context().newPage()).goto(path)

      wire.loseAnswers(3)
      for (let flap = 0; flap < rounds(2, 10); flap += 1) {
        await wire.mend()
        await page.context().setOffline(false)
        // Long enough for something to be on its way when the line goes again.
        await page.waitForTimeout(200)
        await wire.cut()
        await page.context().setOffline(true)
        await page.waitForTimeout(200)
      }
      await wire.mend()
      await page.context().setOffline(false)
      await expect.poll(() => waitingOn(page), { timeout: 60_000 }).toEqual([])
      expect(wire.answersToLose()).toBe(0)
      expect(await ada.cart()).toEqual([`${hoops.slug} 1`, `${earrings.slug} 4`, `${anklet.slug} 2`])
      expect(await ada.wishlist()).toEqual([hoops.slug])
      await profile.forget()
    }
  } finally {
    await profile.forget()
    await request.dispose()
    await wire.cut()
    await shop.forget()
  }
})
