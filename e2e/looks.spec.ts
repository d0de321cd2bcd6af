import { type Page, expect } from '@playwright/test'
import { categories } from '#contract/listing.ts'
import { shop } from '#contract/shop.ts'
import { expectToSuitFingers } from './support/fingers.ts'
import { anyScreen, asFineAsItsKind, inLongForm, wideInLongForm, wideScreen } from './support/screens.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToFit,
  expectToLookGood,
  forgive,
  goToPayment,
  home,
  isPhone,
  narrowest,
  payWith,
  signedIn,
  test,
} from './support/shopper.ts'

const notFound = '/no-such-page'
const [rings, ...others] = categories
const routes = [
  '/',
  '/products',
  rings.path,
  '/products/oval-sapphire-halo-ring',
  '/products/search-results?query=ring',
  '/search-results?query=no-such-thing',
  '/login',
  '/sign-up',
  '/forget-password',
  '/reset-password',
  '/track-order',
  '/contact',
  '/resources/returns-exchanges',
  '/resources/Warranty',
  '/resources/size-guide',
  '/about_us/about_damson_jewels',
  '/about_us/careers',
  '/about_us/site_map',
  '/terms-and-conditions',
  '/privacy-policy',
  '/cookies-settings',
  notFound,
]
/** What a wide screen sets out in a way of its own. */
const differentOnWide: readonly string[] = [
  '/',
  '/products',
  rings.path,
  '/products/oval-sapphire-halo-ring',
  '/login',
  '/contact',
  '/privacy-policy',
]

for (const route of routes)
  test(
    `${route} fits every window and every finger, and axe has nothing to say`,
    {
      tag: differentOnWide.includes(route) ? [] : wideInLongForm,
    },
    async ({ shopper: page }) => {
      if (route === notFound) forgive(page, answered(404))
      await page.goto(route)
      await awake(page)
      await expectToLookGood(page)
      if (isPhone(page)) await expectToSuitFingers(page)
    },
  )

// But for their pieces, whose names may be long, they are like `/products` and `/products/rings`.
const likeThem = ['/products/all-jewellery', '/all-jewellery', ...others.map(({ path }) => path)]
for (const [index, route] of likeThem.entries())
  test(
    `${route} fits the narrowest window, and axe has nothing to say`,
    { tag: index === 0 ? anyScreen : [anyScreen, inLongForm] },
    async ({ shopper: page }) => {
      await page.goto(route)
      await awake(page)
      await expectGoodPage(page)
      await page.setViewportSize({ width: narrowest, height: 800 })
      await expectToFit(page)
    },
  )

test(
  'from the wish to the order a finger hits what it presses',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.wish('pearl-stud-earrings')
    await customer.put('pearl-stud-earrings')
    const number = await customer.order()
    await customer.put('oval-signet-ring', 'M')
    for (const route of ['/wishlist', '/orders', `/orders/${number}`, '/cart', '/cart/checkout']) {
      await page.goto(route)
      await awake(page)
      await expectToSuitFingers(page)
    }
    await goToPayment(page)
    await expectToSuitFingers(page)
    await payWith(page)
    await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
    await expectToSuitFingers(page)
  },
)

test(
  'beside the forms for signing in, however long, the picture is seen whole from the top of the page to their end',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    for (const [route, last] of [
      ['/login', 'Sign Up'],
      ['/sign-up', 'Login'],
    ] as const) {
      await page.goto(route)
      await awake(page)
      const picture = page.getByRole('region', { name: shop.name, exact: true }).locator('img')
      await expect(picture).toBeInViewport({ ratio: 0.99 })
      await page.getByRole('main').getByRole('link', { name: last, exact: true }).scrollIntoViewIfNeeded()
      await expect(picture).toBeInViewport({ ratio: 0.99 })
    }
  },
)

/** The width in pixels of the list's last picture as fetched, for each pixel of the width shown. */
async function lastDensity(page: Page) {
  const last = page.getByRole('main').locator('li img').last()
  await last.scrollIntoViewIfNeeded()
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
  return last.evaluate(({ currentSrc, clientWidth }: HTMLImageElement) => {
    const width = Number(new URL(currentSrc).searchParams.get('w'))
    return width / (clientWidth * devicePixelRatio)
  })
}

test.describe('on a fine screen', () => {
  test.use(asFineAsItsKind)

  test(
    'pictures come with half the pixels across where data is to be saved',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/products/rings')
      expect(await lastDensity(page)).toBeGreaterThanOrEqual(0.95)
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await page.goto('/about_us/site_map')
      await awake(page)
      // Only a page that the browser renders can take that into account.
      await page.getByRole('main').getByRole('link', { name: 'Chains' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Chains' })).toBeVisible()
      expect(await lastDensity(page)).toBeLessThan(0.8)
    },
  )
})

test(
  'what is pressed by a finger looks so as long as it is pressed, and no longer',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/privacy-policy')
    await awake(page)
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
    const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const calm = await ground()
    await button.hover()
    expect(await ground()).toBe(calm)
    await page.mouse.down()
    await expect.poll(ground).not.toBe(calm)
    await page.mouse.move(1, 1)
    await page.mouse.up()
    await expect.poll(ground).toBe(calm)
  },
)

const oneWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

test(
  'an address that is one long word stays within its place, wherever it is read',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt({
      ...home,
      full_name: `Ada ${oneWord}`,
      address_line_1: `1 ${oneWord} House`,
      city: oneWord,
    })
    await customer.put('pear-aquamarine-drop-earrings')
    const number = await customer.order()
    await customer.put('pear-aquamarine-drop-earrings')
    const expectInPlace = async () => {
      await expect(page.getByRole('main').getByText(oneWord).first()).toBeVisible()
      await expectToFit(page)
      // Two neighbours may overlap even within a page that fits.
      const beyond = await page
        .getByRole('main')
        .getByText(oneWord)
        .evaluateAll((places) =>
          places
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
      expect(beyond, page.url()).toEqual([])
    }
    for (const route of ['/orders', `/orders/${number}`, '/account?tab=addresses']) {
      await page.goto(route)
      await expectInPlace()
    }
    await page.goto('/cart/checkout')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectInPlace()
    // What is wider than its step may cover the button that continues.
    await page.getByRole('button', { name: 'Continue' }).click()
    await payWith(page)
    await expectInPlace()
  },
)
