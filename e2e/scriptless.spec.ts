import { type Page, expect } from '@playwright/test'
import { networkTexts } from '#contract/networkTexts.ts'
import { notOpened } from '#contract/notOpened.ts'
import { shop } from '#contract/shop.ts'
import { answered, awake, expectToLookGood, forgive, signedIn, test } from './support/shopper.ts'

const ways = (page: Page) => page.getByRole('main').getByRole('link')
/** What only waits for the clock, as if it had waited. */
const waited = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })

test('a page that is left to the browser, and whose scripts are gone, says so and leads on', async ({
  shopper: page,
}) => {
  forgive(page, answered(404))
  const customer = await signedIn(page)
  await customer.put('pearl-stud-earrings')
  await page.goto('/cart')
  await awake(page)
  await page.route(/\.js$/, (route) => route.fulfill({ status: 404 }))
  await page.reload()
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
