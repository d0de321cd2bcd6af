import { type Page, expect } from '@playwright/test'
import { anyScreen, asFineAsItsKind, wideInLongForm } from './support/screens.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { awake, forgive, noNetwork, ownFonts, test, watching } from './support/shopper.ts'

/** View by view, without a key or a wheel: the metric forgives shifts that follow those. */
const readToTheEnd = (page: Page) =>
  page.evaluate(async () => {
    // Headless Chromium now and then stops drawing a page for good, and no later frame shows it: about once in four
    // hundred runs on a busy machine. What is not drawn does not shift.
    const drawn = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
        setTimeout(resolve, 5000)
      })
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await drawn()
    }
    const inView = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' || complete)
    await Promise.allSettled(inView.map((image) => image.decode()))
    await drawn()
  })

/** The largest picture in the first view, and how it was loaded. */
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
      // A picture that covers a frame of another shape is painted larger than the frame.
      shownWidth: Math.max(width, height * shape) * devicePixelRatio,
      // Of this picture, in any size: a thumbnail is another fetch, but nobody preloads that.
      preloaded: performance
        .getEntriesByType('resource')
        .filter((entry) => 'initiatorType' in entry && entry.initiatorType === 'link')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname === pathname),
      fetches: performance.getEntriesByName(image.currentSrc).length,
    }
  })

test(
  'a policy stands still as the network goes and it says that it is kept',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, noNetwork)
    await watchShifts(page)
    await page.goto('/resources/returns-exchanges')
    await awake(page)
    // Without a network neither the fonts nor what tells of it would come any more.
    await ownFonts(page)
    await watching(page)
    await page.context().setOffline(true)
    await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
    await readToTheEnd(page)
    expect(await shifted(page)).toBeLessThanOrEqual(0.02)
  },
)

test(
  'on a phone a former price has a line of its own in each font, so that none moves when the shop’s arrives',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    for (const font of ['without', 'with']) {
      if (font === 'without') await page.route('**/*.woff2', (route) => route.abort())
      else await page.unroute('**/*.woff2')
      forgive(page, /ERR_FAILED/)
      await page.goto('/pendant')
      const former = page.getByRole('main').getByRole('article').locator('s')
      await expect(former.first()).toBeAttached()
      if (font === 'with') await ownFonts(page)
      for (const width of [320, 390, 430]) {
        await page.setViewportSize({ width, height: 800 })
        const besides = await former.evaluateAll(
          (prices) =>
            prices.filter((price) => {
              const now = price.previousElementSibling
              return !now || price.getBoundingClientRect().top < now.getBoundingClientRect().bottom - 4
            }).length,
        )
        expect(besides, `${width} px, ${font} the shop’s font`).toBe(0)
      }
    }
  },
)

test('pieces that come in another order move nothing', { tag: anyScreen }, async ({ shopper: page }) => {
  await watchShifts(page)
  await page.goto('/products/rings')
  await awake(page)
  const first = page.getByRole('main').getByRole('article').first().getByRole('heading')
  // By a script, so that nothing is forgiven for the finger's sake: on a slow line pieces come long after it.
  for (const order of ['Price: Low to High', 'Price: High to Low']) {
    const before = await first.innerText()
    await page.getByLabel('Sort by').selectOption(order)
    await expect(first).not.toHaveText(before)
    await drawn(page)
  }
  expect(await shifted(page)).toBeLessThanOrEqual(0.02)
})

for (const route of ['/', '/products', '/products/oval-sapphire-halo-ring']) {
  test.describe(route, () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' }, ...asFineAsItsKind })

    test(`${route} stands still while it loads and is read`, async ({ shopper: page }) => {
      await watchShifts(page)
      await page.goto(route)
      await awake(page)
      await ownFonts(page)
      await page.waitForLoadState('networkidle')
      await readToTheEnd(page)
      await page.waitForLoadState('networkidle')
      expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    })

    test(
      `${route} preloads its largest picture once, as AVIF, no larger than it needs`,
      { tag: wideInLongForm },
      async ({ shopper: page }) => {
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
      },
    )
  })
}
