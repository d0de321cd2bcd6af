import { type Page, expect } from '@playwright/test'
import { storageKeys } from '#contract/storageKeys.ts'
import { pictureCache } from '#contract/worker.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { placeOf } from '../support/fingers.ts'
import { test, workerReady } from '../support/offline.ts'
import type { Profile } from '../support/profile.ts'
import { shifted, watchShifts } from '../support/shifts.ts'
import { awake, expectToFit, newAccount, noNetwork } from '../support/shopper.ts'
import {
  dateBack,
  expectCopies,
  expectPictureKept,
  goAside,
  isShown,
  lookInto,
  pathsIn,
  remember,
} from '../support/stored.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('alertdialog', { name: networkTexts.title })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
/** 'Saved copy from 14:32'; it may have been before midnight. */
const age = /Saved copy from (yesterday, )?\d\d:\d\d/
const pieces = (page: Page) => main(page).getByRole('article')

/** The narrowest window that has to do; at twice the size, letters are as large as a browser can be set to have them. */
const narrow = { width: 320, height: 844 }
const enlargeLetters = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

/** Opens the shop again as on a phone in a tunnel, after it was killed. */
async function startOffline(profile: Profile, wire: { cut: () => Promise<void> }): Promise<Page> {
  await profile.kill()
  await wire.cut()
  const page = await profile.start()
  await page.context().setOffline(true)
  return page
}

test('what was seen opens without a network with its age, pictures of any size, search and a list of it all', async ({
  profile,
  line: wire,
}) => {
  test.slow()
  let page = await profile.start()
  await page.goto('/')
  await workerReady(page)
  await page.goto('/products/rings')
  await awake(page)
  await pieces(page).getByRole('link', { name: 'Oval Signet Ring' }).click()
  await expect(title(page)).toHaveText('Oval Signet Ring')
  await expectPictureKept(page)
  await expect
    .poll(() => pathsIn(page, 'damson-pages'))
    .toEqual(expect.arrayContaining(['/', '/products/rings']))
  await expectCopies(page, /productsByCategory.*rings/, /product.*oval-signet-ring/)
  page = await startOffline(profile, wire)

  await test.step('a list, with the time at which it was read', async () => {
    await page.goto('/products/rings')
    await expect(pieces(page).first()).toBeVisible()
    await expect(main(page).getByText(age)).toBeVisible()
  })

  await test.step('a piece, whose price is as old as it says', async () => {
    await page.goto('/products/oval-signet-ring')
    await expect(title(page)).toHaveText('Oval Signet Ring')
    await expect(main(page).getByText(age)).toBeVisible()
    await expect.poll(() => main(page).locator('img').first().evaluate(isShown)).toBe(true)
  })

  await test.step('its picture in a size that was never loaded, also when a proxy answers for the shop', async () => {
    const kept = (await pathsIn(page, pictureCache)).map((path) => new URL(path, wire.origin))
    const [one] = kept.filter(({ searchParams }) => searchParams.has('w'))
    if (one === undefined) throw new Error('No picture is kept in a size of its own')
    const unseen = [160, 320, 480, 640, 960, 1280]
      .map(
        (width) =>
          `${one.pathname}?${new URLSearchParams({ ...Object.fromEntries(one.searchParams), w: String(width) })}`,
      )
      .filter((path) => !kept.some(({ pathname, search }) => path === pathname + search))
    const areShown = (paths: string[]) =>
      page.evaluate(
        (sources) =>
          Promise.all(
            sources.map(
              (source) =>
                new Promise<boolean>((resolve) => {
                  const image = new Image()
                  image.addEventListener('load', () => resolve(true))
                  image.addEventListener('error', () => resolve(false))
                  image.src = source
                }),
            ),
          ),
        paths,
      )
    const half = Math.ceil(unseen.length / 2)
    expect(half).toBeGreaterThan(1)
    expect(await areShown(unseen.slice(0, half))).not.toContain(false)
    await wire.leadTo({ status: '502 Bad Gateway', html: '<h1>Bad gateway</h1>' })
    expect(await areShown(unseen.slice(half))).not.toContain(false)
    await wire.cut()
  })

  await test.step('a search over what is here, typing errors included, which moves nothing on a phone', async () => {
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    await watchShifts(page)
    await page.goto('/products/search-results?query=saphire')
    await expect(pieces(page).first()).toContainText(/sapphire/i)
    await expect(main(page).getByText(/Only what is saved here, from (yesterday, )?\d\d:\d\d/)).toBeVisible()
    expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    if (wide) await page.setViewportSize(wide)
  })

  await test.step('and says on the narrowest phone, too, that it is of yesterday, however large the letters', async () => {
    const wide = page.viewportSize()
    await goAside(page)
    await dateBack(page)
    await page.setViewportSize(narrow)
    await page.goto('/products/search-results?query=saphire')
    await expect(main(page).getByText(/^Only what is saved here, from yesterday, \d\d:\d\d$/)).toBeVisible()
    await expectToFit(page)
    await enlargeLetters(page)
    await expectToFit(page)
    if (wide) await page.setViewportSize(wide)
  })

  await test.step('the page that lists it', async () => {
    await page.goto('/saved')
    await expect(main(page).getByRole('link', { name: 'Rings', exact: true })).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Privacy policy' })).toBeVisible()
    await main(page)
      .getByRole('link', { name: /^Oval Signet Ring/ })
      .click()
    await expect(title(page)).toHaveText('Oval Signet Ring')
  })

  const faults: string[] = []
  // The browser's own lines about calls that fail are no words of the shop's.
  page.on('console', (message) => {
    if (message.type() === 'error' && !noNetwork.test(message.text())) faults.push(message.text())
  })
  for (const path of ['/products/rings?page=9', '/products/bracelets', '/products/hammered-silver-cuff']) {
    await test.step(`${path} was never seen, says so, and opens when the network is back`, async () => {
      await page.goto(path)
      await expect(main(page).getByText(savedTexts.notSaved)).toBeVisible()
      // It appears a moment later, and would cover what is pressed next.
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await expect(main(page).getByRole('link', { name: savedTexts.whatIsSaved })).toBeVisible()
      await main(page).getByRole('button', { name: networkTexts.tryAgain }).click()
      await expect(main(page).getByText(savedTexts.notSaved)).toBeVisible()
    })
  }
  expect(faults, 'nothing of it is reported as a fault').toEqual([])
  await wire.mend()
  await page.context().setOffline(false)
  await expect(title(page)).toHaveText('Hammered Silver Cuff')
})

test('a customer who starts without a network has their cart and wishlist, is told what needs it, and stays signed in', async ({
  profile,
  line: wire,
  request,
}) => {
  const ada = await newAccount({ request })
  await ada.put('pearl-stud-earrings')
  await ada.wish('oval-signet-ring')
  let page = await profile.start()
  await remember(page, ada.kept)
  for (const path of ['/cart', '/orders', '/account', '/account?tab=addresses', '/wishlist']) {
    await page.goto(path)
    await expect(title(page)).toBeVisible()
  }
  await workerReady(page)
  await expectCopies(page, /cart/, /wishlist/)
  // Another access token is needed, and nobody issues one: not even to a page that is still working.
  await goAside(page)
  await page.evaluate((key) => localStorage.removeItem(key), storageKeys.access)
  await profile.close()
  await wire.cut()
  // The browser believes that there is a network.
  page = await profile.start()

  await page.goto('/cart')
  await expect(main(page).getByRole('link', { name: 'Pearl Stud Earrings' })).toBeVisible()
  await expect(main(page).getByText(age)).toBeVisible()
  await page.goto('/wishlist')
  await expect(title(page)).toHaveText('My Wishlist (1)')
  await expect(main(page).getByText(age)).toBeVisible()
  const wide = page.viewportSize()
  await page.setViewportSize(narrow)
  await enlargeLetters(page)
  await expectToFit(page)
  const [note, piece] = [await placeOf(main(page).getByText(age)), await placeOf(pieces(page).first())]
  expect(note.y + note.height, 'its age is not on its pieces').toBeLessThanOrEqual(piece.y)
  if (wide) await page.setViewportSize(wide)
  for (const path of ['/orders', '/orders/DMS-7K3M9QXT', '/cart/checkout']) {
    await page.goto(path)
    await expect(title(page)).toHaveText(/cannot be shown without a network/)
    await expect(page).toHaveURL(path)
  }
  await page.goto('/account?tab=addresses')
  await expect(main(page).getByText(/cannot be shown without a network/)).toBeVisible()
  const kept = await lookInto(page, (key) => localStorage.getItem(key), storageKeys.refresh)
  expect(kept).toBe(ada.kept[storageKeys.refresh])

  // The shop reloads when the network is back, which would interrupt whatever is opened meanwhile.
  await goAside(page)
  await wire.mend()
  await page.goto('/orders')
  await expect(title(page)).toHaveText('Order History')
})
