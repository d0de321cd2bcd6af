import { type Page, expect } from '@playwright/test'
import { cartTexts } from '#contract/cartTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { formatMoney } from '#contract/money.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { hearing } from '../support/heard.ts'
import { openLine } from '../support/line.ts'
import { prepared, rounds, test, workerReady } from '../support/offline.ts'
import { keepProfile } from '../support/profile.ts'
import { makeRelease, openOwnShop } from '../support/release.ts'
import { atRest } from '../support/shifts.ts'
import { changePiece } from '../support/shopkeeper.ts'
import { awake, messages, newAccount } from '../support/shopper.ts'
import { expectCopies, expectWaiting, recordsOf, putRecord, remember, waitingOn } from '../support/stored.ts'
import { inLongForm } from '../support/screens.ts'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: networkTexts.title })
const main = (page: Page) => page.getByRole('main')
const line = (page: Page, name: string) => main(page).getByRole('listitem').filter({ hasText: name })

const earrings = { slug: 'pearl-stud-earrings', name: 'Pearl Stud Earrings' }
const hoops = { slug: 'classic-gold-hoop-earrings', name: 'Classic Hoop Earrings' }
const drops = { slug: 'pear-aquamarine-drop-earrings', name: 'Pear Aquamarine Drop Earrings' }

/** Signs the browser in and opens what it will need without a network. */
async function getAcquainted(page: Page, kept: Record<string, string>, ...slugs: string[]) {
  await remember(page, kept)
  for (const slug of slugs) {
    await page.goto(`/products/${slug}`)
    await awake(page)
    // A shopper who leaves a page the moment it appears has not seen it.
    await expectCopies(page, new RegExp(`product.*${slug}`))
  }
  await page.goto('/cart')
  await workerReady(page)
  await expectCopies(page, /cart/, /wishlist/)
  await prepared(page)
}

/** The network is lost, both for real and in the browser's view, and the shopper goes on. */
async function goOffline(page: Page, wire: { cut: () => Promise<void> }) {
  await wire.cut()
  await page.context().setOffline(true)
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
}

/** Opens the page of a piece that was seen. */
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
  await expect(heart).toHaveAccessibleName(isWanted ? /^Add / : /^Remove /)
  await heart.click()
  await expect(heart).toHaveAccessibleName(isWanted ? /^Remove / : /^Add /)
}

/**
 * Waits until these changes are stored, in any order: a shopper who leaves a page within milliseconds of a press loses
 * it.
 */
const expectKept = (page: Page, ...changes: string[]) =>
  expect.poll(async () => (await waitingOn(page)).toSorted()).toEqual(changes.toSorted())

test('ten edits made without a network survive a kill, four tabs, lost answers, a flapping line and a new release', async ({
  viewport,
  launchOptions,
  playwright,
}) => {
  test.setTimeout(rounds(480_000, 3_600_000))
  const shop = await openOwnShop()
  const wire = await openLine(shop.port)
  const profile = keepProfile({ baseURL: wire.origin, viewport }, launchOptions)
  const request = await playwright.request.newContext({ baseURL: shop.origin })
  const releases = [makeRelease(2), undefined]
  try {
    for (let round = 0; round < rounds(1, 20); round += 1) {
      const ada = await newAccount({ request })
      await ada.put(drops.slug, undefined, 2)
      let page = await profile.start()
      await getAcquainted(page, ada.kept, earrings.slug, hoops.slug)

      await goOffline(page, wire)
      await openPiece(page, earrings)
      await add(page)
      await addAnother(page)
      await addAnother(page)
      await expect(main(page).getByRole('link', { name: 'In Cart' }).first()).toContainText('3')
      await toggleWish(page, earrings.name, true)
      await expectKept(page, 'cart add', 'wishlist add')
      await openPiece(page, hoops)
      await add(page)
      await toggleWish(page, hoops.name, true)
      await expectKept(page, 'cart add', 'cart add', 'wishlist add', 'wishlist add')
      await openPiece(page, earrings)
      await toggleWish(page, earrings.name, false)
      await expectKept(page, 'cart add', 'cart add', 'wishlist add', 'wishlist remove')
      await page.goto('/cart')
      await expect(main(page)).toContainText('6 pieces')
      // Shown once the page has noticed that there is no network.
      await expect(main(page)).toContainText(cartTexts.waiting)
      await line(page, earrings.name)
        .getByRole('button', { name: /^Increase/ })
        .click()
      await line(page, drops.name)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await messages(page).getByRole('button', { name: 'Undo' }).click()
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

      // Meanwhile the shop moves on to another release, and its stored data have another shape.
      await shop.start(releases[round % 2])
      page = await profile.start()
      await page.context().setOffline(true)
      await page.goto('/cart')
      await expect(main(page)).toContainText('7 pieces')
      for (const [key, record] of Object.entries((await recordsOf(page))['damson-own'] ?? {}))
        await putRecord(page, 'damson-own', 'records', key, { ...Object(record), buster: 'of old' })
      for (const path of ['/cart', '/wishlist', '/', '/privacy-policy'])
        await (await page.context().newPage()).goto(path)

      // The connection is lost again and again during a call. The answers to four changes are lost after the shop has
      // made them; at least the pieces added would be there twice if these were sent as new ones.
      for (let flap = 0; flap < rounds(4, 10); flap += 1) {
        const isCut = flap < 4 ? wire.cutWith('answer', flap === 0 ? 1 : 2) : wire.cutWith('request')
        await wire.mend()
        await page.context().setOffline(false)
        await isCut
        await page.context().setOffline(true)
      }
      await wire.mend()
      await page.context().setOffline(false)
      await expect.poll(() => waitingOn(page), { timeout: 90_000 }).toEqual([])
      expect(await ada.cart()).toEqual([`${hoops.slug} 1`, `${earrings.slug} 4`, `${drops.slug} 2`])
      expect(await ada.wishlist()).toEqual([hoops.slug])
      await profile.forget()
    }
    expect(profile.violations).toEqual([])
  } finally {
    await profile.forget()
    await request.dispose()
    await wire.cut()
    await shop.forget()
  }
})

test('ten changes of one quantity without a network become one call with the last value', async ({
  profile,
  line: wire,
  request,
}) => {
  const ada = await newAccount({ request })
  await ada.put(earrings.slug)
  const page = await profile.start()
  await page.setViewportSize({ width: 320, height: 700 })
  await getAcquainted(page, ada.kept)
  const more = line(page, earrings.name).getByRole('button', { name: /^Increase/ })
  const place = () => more.evaluate((button) => button.getBoundingClientRect().top + scrollY)
  await atRest(page)
  const before = await place()
  await goOffline(page, wire)
  for (let tap = 0; tap < 10; tap += 1) await more.click()
  await expect(main(page)).toContainText('11 pieces')
  await expect(main(page)).toContainText(cartTexts.waiting)
  await expect(main(page)).toContainText(savedTexts.copyFrom('').trim())
  expect(await place(), 'what is said beside them moves no button from under the finger').toBe(before)
  await expectWaiting(page, ['cart set'])

  const calls: (string | null)[] = []
  page.on('request', (call) => call.method() === 'PUT' && calls.push(call.postData()))
  await wire.mend()
  await page.context().setOffline(false)
  await expect.poll(() => ada.cart()).toEqual([`${earrings.slug} 11`])
  await expectWaiting(page, [])
  expect(calls).toEqual([JSON.stringify({ quantity: 11 })])
})

test(
  'what cannot be done any more is told, and holds nothing back',
  { tag: inLongForm },
  async ({ profile, line: wire, request, baseURL }) => {
    const soldOut = { slug: 'diamond-huggie-earrings', name: 'Diamond Huggie Earrings' }
    const dearer = { slug: 'rose-gold-knot-stud-earrings', name: 'Love Knot Stud Earrings' }
    const scarce = { slug: 'diamond-stud-earrings', name: 'Diamond Stud Earrings' }
    const removed = { slug: 'twisted-hoop-earrings', name: 'Twisted Hoop Earrings' }
    const ada = await newAccount({ request })
    await ada.put(scarce.slug)
    await ada.put(removed.slug)
    const page = await profile.start()
    await getAcquainted(page, ada.kept, soldOut.slug, dearer.slug, hoops.slug)
    await goOffline(page, wire)
    for (const { name } of [scarce, removed])
      await line(page, name)
        .getByRole('button', { name: /^Increase/ })
        .click()
    await expect(main(page)).toContainText('4 pieces')
    const waiting = ['cart set', 'cart set']
    await expectWaiting(page, waiting)
    for (const piece of [soldOut, dearer, hoops]) {
      await openPiece(page, piece)
      await add(page)
      await expect(main(page).getByRole('link', { name: 'In Cart' }).first()).toBeVisible()
      waiting.push('cart add')
      await expectWaiting(page, waiting)
    }

    try {
      await changePiece(baseURL, soldOut.slug, { stock: 0 })
      await changePiece(baseURL, dearer.slug, { price: 15_000 })
      await changePiece(baseURL, scarce.slug, { stock: 1 })
      await ada.takeOut(removed.slug)
      const told = [
        catalogueTexts.outOfStock,
        savedTexts.priceNow(dearer.name, formatMoney('150.00')),
        cartTexts.onlyLeft(1),
        cartTexts.itemGone,
      ]
      const heard = await hearing(page)
      const reloaded = page.waitForEvent('load', { timeout: 60_000 })
      await wire.mend()
      await page.context().setOffline(false)
      for (const text of told) await heard.expect(text)
      await expectWaiting(page, [])
      expect(await ada.cart()).toEqual([`${scarce.slug} 1`, `${dearer.slug} 1`, `${hoops.slug} 1`])
      // The shop reloads when the network is back, which would interrupt whatever is opened meanwhile.
      await reloaded
      await page.goto('/cart')
      await expect(main(page)).toContainText('3 pieces')
    } finally {
      await changePiece(baseURL, soldOut.slug, { stock: 34 })
      await changePiece(baseURL, dearer.slug, { price: 13_500 })
      await changePiece(baseURL, scarce.slug, { stock: 8 })
    }
  },
)

test(
  'what one customer left waiting is never sent for another, and goes when they are back',
  { tag: inLongForm },
  async ({ profile, line: wire, request }) => {
    const ada = await newAccount({ request })
    const bo = await newAccount({ request })
    let page = await profile.start()
    await getAcquainted(page, ada.kept, earrings.slug, hoops.slug)
    await goOffline(page, wire)
    await openPiece(page, earrings)
    await add(page)
    await expectWaiting(page, ['cart add'])
    await profile.kill()

    // When the shop starts again, somebody else is signed in, however that happened.
    page = await profile.start()
    await page.context().setOffline(true)
    await remember(page, bo.kept)
    // The page of the former customer would still send what is hers, and rightly.
    await page.goto('about:blank')
    await wire.mend()
    await page.context().setOffline(false)
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1, name: cartTexts.empty })).toBeVisible()
    await openPiece(page, hoops)
    await add(page)
    await expect.poll(() => bo.cart()).toEqual([`${hoops.slug} 1`])
    await expectWaiting(page, ['cart add'])
    expect(await ada.cart()).toEqual([])

    await remember(page, ada.kept)
    await page.goto('/cart')
    await expect.poll(() => ada.cart()).toEqual([`${earrings.slug} 1`])
    expect(await bo.cart()).toEqual([`${hoops.slug} 1`])
  },
)
