import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { notOpened } from '#contract/notOpened.ts'
import { paths } from '#contract/paths.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { heldBack, itsCode } from './support/heldBack.ts'
import { answered, awake, documentsOf, expectToLookGood, forgive, signedIn, test } from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const ways = (page: Page) => page.getByRole('main').getByRole('link')
/** What only waits for the clock, as if it had waited. */
const waited = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })

/** Has a customer's page come in the frame that the worker has for all of them. */
const inFrameOfTheWorker = (page: Page, path: string) =>
  page.route(path, async (route) => route.fulfill({ response: await page.request.get('/pages/frame.html') }))

test('a page that is left to the browser, and whose scripts are gone, says so and leads on', async ({
  shopper: page,
}) => {
  forgive(page, answered(404))
  const customer = await signedIn(page)
  await customer.put('pearl-stud-earrings')
  await page.goto('/cart')
  await awake(page)
  await page.route(/\.js$/, (route) => route.fulfill({ status: 404 }))
  const documents = documentsOf(page)
  await page.reload()
  // And once more by itself, in case it was of a build that is gone.
  await expect.poll(documents).toBe(2)
  await expect(page.getByRole('heading', { name: notOpened })).toBeHidden()
  await waited(page)
  await expect(page.getByRole('heading', { name: notOpened })).toBeVisible()
  await expect(page.getByText('Loading...')).toBeHidden()
  await expect(ways(page)).toHaveText([networkTexts.tryAgain, 'Back to Home'])
  await expectToLookGood(page)

  await page.unroute(/\.js$/)
  await ways(page).first().click()
  await expect(page).toHaveURL('/cart')
  await awake(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your cart')
})

test('such a page says that it is loading, by the startup loader for two seconds, until it says that its scripts have not arrived', async ({
  shopper: page,
}) => {
  await signedIn(page)
  const arrive = await heldBack(page, itsCode)
  await page.goto('/orders', { waitUntil: 'commit' })
  const said = [
    page.getByText(texts.loading),
    page.getByText('Still loading'),
    page.getByRole('heading', { name: notOpened }),
  ]
  for (const [second, now] of [
    [1, 0],
    [1.9, 0],
    [2.1, 1],
    [9.9, 1],
    [10.1, 2],
  ] as const) {
    // From the first frame that has them: what somebody waits for would pass while a busy machine looks for it.
    await page.waitForFunction((at) => {
      const animations = document.getAnimations()
      for (const animation of animations) {
        animation.pause()
        animation.currentTime = at * 1_000
      }
      return animations.length > 0
    }, second)
    for (const [index, words] of said.entries()) await expect(words).toBeVisible({ visible: index === now })
  }
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order History')
})

for (const [path, what, title] of [
  ['/orders', paths.orderHistory, 'Order History'],
  ['/cart/checkout', paths.addresses, 'Checkout'],
] as const)
  for (const frame of ['the server', 'the worker'] as const) {
    test(
      `${path} in a frame from ${frame} says that it is loading for as long as that takes`,
      { tag: path === '/cart/checkout' ? [] : inLongForm },
      async ({ shopper: page }) => {
        const customer = await signedIn(page)
        await customer.put('pearl-stud-earrings')
        if (frame === 'the worker') await inFrameOfTheWorker(page, path)
        const arrive = await heldBack(page, `**${apiRoot}${what}`)
        await page.goto(path)
        // The startup loader is there for two seconds; then the page says it itself.
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(page.getByRole('main').getByText(texts.loading)).toHaveCount(1)
        arrive()
        await expect(page.getByText(texts.loading)).toHaveCount(0)
        await awake(page)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      },
    )
  }

for (const frame of ['the server', 'the worker'] as const)
  test(`and in a frame from ${frame} takes its words away only when there is something in their place, however busy the phone is`, async ({
    shopper: page,
  }) => {
    await signedIn(page)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      let blank = 0
      let isBegun = false
      const look = () => {
        const main = document.querySelector('main')
        const isBlank = !main?.textContent && !main?.querySelector('[role=status]')
        isBegun ||= !isBlank
        if (isBegun && isBlank) blank += 1
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
      Object.assign(window, { blankFrames: () => blank })
    })
    for (const path of ['/cart', '/orders', '/account', '/cart/checkout']) {
      if (frame === 'the worker') await inFrameOfTheWorker(page, path)
      await page.goto(path)
      await awake(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate('blankFrames()'), path).toBe(0)
    }
  })

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('such a page says at once that it needs them', async ({ page }) => {
    await page.goto('/orders')
    await expect(page.getByRole('heading', { name: notOpened })).toBeVisible()
    await expect(page.getByText(`allow it for ${shop.name}`)).toBeVisible()
    await ways(page).last().click()
    await expect(page).toHaveURL('/')
  })
})
