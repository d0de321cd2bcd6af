import { type Page, expect } from '@playwright/test'
import { carousel } from '#contract/constants.ts'
import { categories } from '#contract/listing.ts'
import { answered, awake, expectGoodPage, expectToFit, forgive, isPhone, test } from './support/shopper.ts'

const notFound = '/no-such-page'
const routes = [
  '/',
  '/products',
  ...categories.map(({ path }) => path),
  '/products/oval-sapphire-halo-ring',
  '/products/search-results?query=ring',
  '/login',
  '/sign-up',
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

for (const route of routes) {
  test(`${route} fits every window, and axe has nothing to say`, async ({ shopper: page }) => {
    if (route === notFound) forgive(page, answered(404))
    const own = page.viewportSize()
    const others = isPhone(page) ? [320] : [768, 1920]
    await page.goto(route)
    await awake(page)
    await expectGoodPage(page)
    for (const width of others) {
      await page.setViewportSize({ width, height: own?.height ?? 900 })
      await expectToFit(page)
    }
  })
}

/** Adds up how far things were pushed about, from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
          seen.shift += Number(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) =>
  page.evaluate(() => ('seen' in window ? (window.seen as { shift: number }).shift : Number.NaN))

/** From view to view, without a key or a wheel: what moves after those is forgiven by the measure. */
const readToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await drawn()
    }
  })

/** The largest picture in the first view, and how it came. */
const largestPicture = (page: Page) =>
  page.evaluate(() => {
    const area = (image: HTMLImageElement) => {
      const { left, right, top, bottom } = image.getBoundingClientRect()
      const across = Math.min(right, innerWidth) - Math.max(left, 0)
      return Math.max(0, across) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
    }
    const [image] = [...document.querySelectorAll<HTMLImageElement>('main img')].toSorted(
      (one, other) => area(other) - area(one),
    )
    if (!image) throw new Error('No picture in the first view')
    const { pathname } = new URL(image.currentSrc)
    const { width, height } = image.getBoundingClientRect()
    const shape = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
    return {
      address: image.currentSrc,
      offered: [...image.srcset.matchAll(/ (\d+)w/g)].map(([, step]) => Number(step)),
      // What covers a frame of another shape is painted larger than the frame.
      shownWidth: Math.max(width, height * shape) * devicePixelRatio,
      // Of this picture, in whatever size: a thumbnail is another fetch, but nobody preloads that.
      preloaded: performance
        .getEntriesByType('resource')
        .filter((entry) => 'initiatorType' in entry && entry.initiatorType === 'link')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname === pathname),
      fetches: performance.getEntriesByName(image.currentSrc).length,
    }
  })

for (const route of ['/', '/products', '/products/oval-sapphire-halo-ring']) {
  test.describe(route, () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test(`${route} stands still while it loads and is read`, async ({ shopper: page }) => {
      await watchShifts(page)
      await page.goto(route)
      await awake(page)
      await page.evaluate(() => document.fonts.ready)
      await page.waitForLoadState('networkidle')
      await readToTheEnd(page)
      await page.waitForLoadState('networkidle')
      expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    })

    test(`${route} preloads its largest picture once, as AVIF, no larger than it needs`, async ({
      shopper: page,
    }) => {
      const kinds = new Map<string, string | undefined>()
      page.on('response', (response) => kinds.set(response.url(), response.headers()['content-type']))
      await page.goto(route)
      await page.waitForLoadState('networkidle')
      const { address, offered, shownWidth, preloaded, fetches } = await largestPicture(page)
      expect(preloaded).toEqual([address])
      expect(fetches).toBe(1)
      expect(kinds.get(address)).toBe('image/avif')
      const taken = offered.indexOf(Number(new URL(address).searchParams.get('w')))
      const enough = offered.findIndex((step) => step >= shownWidth)
      expect(taken, `${address} for ${shownWidth} pixels`).toBeLessThanOrEqual(
        enough === -1 ? offered.length : enough + 1,
      )
    })
  })
}

test.describe('the carousel', () => {
  const dots = (page: Page) => page.getByRole('group', { name: 'Choose a slide' }).getByRole('button')

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('moves on by itself until it is paused', async ({ shopper: page }) => {
      await page.clock.install()
      await page.goto('/')
      await awake(page)
      await expect(dots(page).first()).toHaveAttribute('aria-current', 'true')
      await page.clock.runFor(carousel.autoplay + carousel.speed)
      await expect(dots(page).nth(1)).toHaveAttribute('aria-current', 'true')
      await page.getByRole('button', { name: 'Pause the slides' }).click()
      await page.clock.runFor(4 * carousel.autoplay)
      await expect(dots(page).nth(1)).toHaveAttribute('aria-current', 'true')
    })
  })

  test('stands still where motion is not welcome', async ({ shopper: page }) => {
    await page.clock.install()
    await page.goto('/')
    await awake(page)
    await page.clock.runFor(4 * carousel.autoplay)
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await expect(dots(page).first()).toHaveAttribute('aria-current', 'true')
    await dots(page).nth(2).click()
    await expect(dots(page).nth(2)).toHaveAttribute('aria-current', 'true')
  })
})
