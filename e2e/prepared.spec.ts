import { type Page, expect } from '@playwright/test'
import { answered, awake, expectGoodPage, forgive, logo, test } from './support/shopper.ts'

/** Remembers the page's heading element as it came, to see whether it is still the same. */
const watchHeading = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      Object.assign(window, { heading: document.querySelector('h1') }),
    ),
  )
const isHeadingKept = (page: Page) =>
  page.evaluate(() => 'heading' in window && window.heading === document.querySelector('h1'))

test('a page is woken as it came, whatever follows its address', async ({ shopper: page }) => {
  forgive(page, answered(404))
  await watchHeading(page)
  for (const address of [
    '/contact',
    '/resources/Warranty?utm_source=a-friend',
    '/products/rings?utm_source=a-friend',
    '/products?page=2&gclid=Cj0K#pieces',
    '/no/such/page',
    '/products/rings#pieces',
  ]) {
    await page.goto(address)
    await awake(page)
    expect(await isHeadingKept(page), address).toBe(true)
  }
})

test('the frame becomes the page of whatever address it is shown at', async ({ shopper: page }) => {
  const frame = await (await page.request.get('/pages/frame.html')).text()
  for (const [address, heading] of [
    ['/products/rings', 'Rings'],
    ['/about_us/careers', 'Careers'],
    ['/no/such/page', 'This page could not be found'],
  ] as const) {
    await page.route(address, (route) => route.fulfill({ body: frame, contentType: 'text/html' }))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await awake(page)
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await expectGoodPage(page)
  }
})

test('who has begun to read before a page wakes stays where they are', async ({ shopper: page }) => {
  for (const address of ['/products', '/privacy-policy']) {
    const { promise: isReading, resolve: goOn } = Promise.withResolvers<void>()
    const scripts = '**/assets/react-*.js'
    await page.route(scripts, async (route) => {
      await isReading
      await route.continue()
    })
    await page.goto(address)
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
    goOn()
    await awake(page)
    expect(await page.evaluate(() => scrollY), address).toBeCloseTo(700, -1)
    await page.unroute(scripts)
  }
  await logo(page).click()
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})
