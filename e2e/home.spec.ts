import { type Locator, type Page, type Route, expect } from '@playwright/test'
import { contentTexts } from '#contract/contentTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { categories } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { heldBack } from './support/heldBack.ts'
import { anyScreen, inLongForm, wideInLongForm } from './support/screens.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { answered, awake, expectGoodPage, forgive, isPhone, logo, test } from './support/shopper.ts'
import { recordsOf } from './support/stored.ts'

const main = (page: Page) => page.getByRole('main')
const answer = (page: Page, path: string, status: number, json: unknown) =>
  page.route(`**${apiRoot}${path}`, (route) => route.fulfill({ status, json }))

test('home shows its parts, each with its way on', async ({ shopper: page }) => {
  await page.goto('/')
  await awake(page)
  const ways = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const slides = page.getByRole('region', { name: 'Highlights' }).getByRole('link', { includeHidden: true })
  expect(await ways(slides)).toEqual([
    '/products/rings',
    '/products/chains',
    '/products/rings',
    '/products/bracelets',
  ])
  const tiles = page.getByRole('region', { name: 'Popular Categories' }).getByRole('link')
  await expect(tiles).toHaveText([
    'All jewellery',
    ...categories.map(({ name }) => new RegExp(`^${name} ?8 pieces$`)),
  ])
  expect(await ways(tiles)).toEqual(['/products', ...categories.map(({ path }) => path)])
  const promotions = page.getByRole('region', { name: 'Promotions' }).getByRole('article')
  await expect(promotions).toHaveText([/^Special offer/, /^New collection/])
  expect(await ways(promotions.getByRole('link'))).toEqual(['/products/gifting', '/products?is_new=true'])
  for (const [name, search] of [
    ['Bestsellers', 'is_bestseller=true'],
    ['New in', 'is_new=true'],
  ] as const) {
    const row = page.getByRole('region', { name })
    await expect(row.getByRole('article')).toHaveCount(4)
    await expect(row.getByRole('link', { name: `View all ${name}` })).toHaveAttribute(
      'href',
      `/products?${search}`,
    )
  }
  const inTheWindow = page.getByRole('region', { name: 'In the window' }).getByRole('link')
  await expect(inTheWindow).toHaveCount(4)
  await expect(inTheWindow.first()).toHaveAccessibleName(/oval blue sapphire/)
  expect(await ways(inTheWindow)).toEqual([
    '/products/oval-sapphire-halo-ring',
    '/products/pearl-drop-pendant',
    '/products/classic-gold-hoop-earrings',
    '/products/hammered-silver-cuff',
  ])
  await expect(page.getByRole('region', { name: 'Our Promise' }).getByRole('listitem')).not.toHaveCount(0)
})

test(
  'what is far below is laid out when somebody comes near, or once the page has nothing else to do',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    let letCome = () => {}
    const held = new Promise<void>((resolve) => {
      letCome = resolve
    })
    // Code that the page requests once it is there: while it waits for that, it is not idle.
    await page.route('**/assets/soon-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/')
    const isLaidOut = (part: Locator) =>
      part.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
    const foot = page.getByRole('contentinfo')
    // Browsers that fill in forms examine each field at once, which lays out everything around it.
    expect(await isLaidOut(foot.getByLabel('Email address'))).toBe(true)
    const links = foot.getByRole('link', { name: 'Warranty' })
    const piece = page.getByRole('region', { name: 'New in' }).getByRole('article').first()
    expect([await isLaidOut(links), await isLaidOut(piece)]).toEqual([false, false])
    await foot.scrollIntoViewIfNeeded()
    await expect.poll(() => isLaidOut(links)).toBe(true)
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(() => isLaidOut(links)).toBe(false)
    letCome()
    await expect.poll(async () => [await isLaidOut(links), await isLaidOut(piece)]).toEqual([true, true])
  },
)

test(
  'a part of home that cannot be had says so, and the others stand',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, answered(503), /net::ERR_INTERNET_DISCONNECTED/)
    await page.goto('/track-order')
    await awake(page)
    await answer(page, paths.heroSlider, 503, { message: 'The window is being dressed' })
    await answer(page, paths.popularCategories, 200, { results: [] })
    await answer(page, paths.promiseItems, 503, { message: 'The bench is being swept', code: 'unavailable' })
    await page.route(`**${apiRoot}${paths.offerBanners}`, (route) => route.abort('internetdisconnected'))
    await logo(page).click()
    await expect(page).toHaveURL('/')
    for (const text of [
      contentTexts.heroFailed,
      `Error: ${texts.invalidResponse}`,
      'Error: The bench is being swept',
      `Error: ${texts.networkError}`,
    ]) {
      await expect(main(page).getByText(text, { exact: true })).toBeVisible()
    }
    // Of a failing server only what is meant for people.
    await expect(page.getByText('The window is being dressed')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Bestsellers' }).getByRole('article')).toHaveCount(4)
    await expectGoodPage(page)

    // Each can be asked for again, and whoever does so by keyboard stays where they are.
    const promise = page.getByRole('region', { name: 'Our Promise' })
    const again = promise.getByRole('button', { name: 'Retry' })
    const refused = page.waitForResponse((response) => response.url().includes(paths.promiseItems))
    await again.press('Enter')
    await refused
    await expect(promise.getByText('Error: The bench is being swept', { exact: true })).toBeVisible()
    await page.unroute(`**${apiRoot}${paths.promiseItems}`)
    await again.press('Enter')
    await expect(promise.getByRole('listitem')).not.toHaveCount(0)
    expect(await promise.evaluate((part) => part.contains(document.activeElement))).toBe(true)
    await page.unroute(`**${apiRoot}${paths.heroSlider}`)
    await main(page).getByRole('button', { name: 'Retry' }).first().click()
    await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible()
    await expectGoodPage(page)
  },
)

test(
  'in a shop that has no piece yet, what follows the first picture does not touch it',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/track-order')
    await awake(page)
    await answer(page, paths.popularCategories, 200, { data: [] })
    await logo(page).click()
    const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)
    const banner = page.getByRole('region', { name: 'Promotions' }).getByRole('img').first()
    await expect(banner).toBeVisible()
    await expect(page.getByRole('region', { name: 'Popular Categories' })).toHaveCount(0)
    const top = await banner.evaluate((element) => element.getBoundingClientRect().top)
    expect(top - (await bottomOf(page.getByRole('region', { name: 'Highlights' })))).toBeGreaterThanOrEqual(
      48,
    )
  },
)

/** Goes home by a link, where its parts wait; returns what ends that, in the order in which a bad line might bring them. */
async function comeHome(page: Page, end: (route: Route) => Promise<void>) {
  await watchShifts(page)
  await page.goto('/track-order')
  await awake(page)
  const parts = [
    paths.heroSlider,
    paths.popularCategories,
    paths.offerBanners,
    `${paths.products}?*is_bestseller=true*`,
    paths.heroGridImages,
    `${paths.products}?*is_new=true*`,
    paths.promiseItems,
  ]
  const asked = new Set<string>()
  const waits = parts.map((part) => ({ part, ...Promise.withResolvers<void>() }))
  for (const { part, promise } of waits)
    await page.route(`**${apiRoot}${part}`, async (route) => {
      asked.add(part)
      // What is asked for once more, after a failure, is answered at once.
      await promise
      await end(route)
    })
  // Not a hand's: what moves soon after that does not count.
  await logo(page).dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(shop.name))
  await expect(main(page).getByRole('status', { name: texts.loading })).toBeVisible()
  await expect.poll(() => [...asked].toSorted()).toEqual(parts.toSorted())
  return () => {
    for (const { resolve } of waits.toReversed()) resolve()
  }
}

test(
  'home is there while its parts are on their way, and nothing moves when they come',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const endWaiting = await comeHome(page, (route) => route.continue())
    const promise = page.getByRole('region', { name: 'Our Promise' })
    await expect(promise).toHaveAttribute('aria-busy', 'true')
    await expectGoodPage(page)

    endWaiting()
    await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible()
    for (const name of [
      'Popular Categories',
      'Promotions',
      'Bestsellers',
      'In the window',
      'New in',
      'Our Promise',
    ])
      await expect(page.getByRole('region', { name })).not.toHaveAttribute('aria-busy')
    await expect(page.getByRole('region', { name: 'New in' }).getByRole('article')).toHaveCount(4)
    await drawn(page)
    expect(await shifted(page)).toBeLessThan(0.01)
  },
)

test(
  'nor does anything move when none of them can be had, and what each is called still leads on',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    forgive(page, answered(503))
    const endWaiting = await comeHome(page, (route) =>
      route.fulfill({ status: 503, json: { message: 'The bench is being swept', code: 'unavailable' } }),
    )
    endWaiting()
    await expect(main(page).getByText('Error: The bench is being swept', { exact: true })).toHaveCount(6)
    await expect(main(page).getByText(contentTexts.heroFailed, { exact: true })).toBeVisible()
    await drawn(page)
    expect(await shifted(page)).toBeLessThan(0.01)
    for (const name of ['Popular Categories', 'Promotions', 'Bestsellers', 'New in', 'Our Promise'])
      await expect(page.getByRole('region', { name })).not.toHaveAttribute('aria-busy')
    await expect(main(page).getByRole('link', { name: 'View all Bestsellers' })).toBeVisible()
    await expectGoodPage(page)
  },
)

test('what is pointed at is read ahead, so that it opens at once', async ({ shopper: page }) => {
  await page.goto('/')
  await awake(page)
  const read = page.waitForRequest(/products-by-category\/\?.*category=chains/)
  const chains = page
    .getByRole('region', { name: 'Popular Categories' })
    .getByRole('link', { name: /^Chains/ })
  // A mouse signals by hovering, a keyboard by focusing; a finger by touching.
  await (isPhone(page) ? chains.dispatchEvent('touchstart') : chains.hover())
  await read
  await expect(page).toHaveURL('/')
})

test(
  'a category’s tile leads to its slug, else to its title in an address’s letters',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/track-order')
    await awake(page)
    await answer(page, paths.popularCategories, 200, {
      data: [
        { title: 'Gifts', slug: 'gifting', image: null, count: 8 },
        { title: 'Toe Rings', slug: null, image: null, count: 1 },
      ],
    })
    await logo(page).click()
    const tiles = page.getByRole('region', { name: 'Popular Categories' })
    await expect(tiles.getByRole('link', { name: 'Gifts' })).toHaveAttribute('href', '/products/gifting')
    const toeRings = tiles.getByRole('link', { name: 'Toe Rings' })
    await expect(toeRings).toHaveAttribute('href', '/products/toe-rings')
    await expect(toeRings).toContainText('1 piece')
  },
)

test(
  'on a slow line the pieces stay where they are while their row says how old they are',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    await watchShifts(page)
    await page.goto('/')
    await awake(page)
    await expect.poll(async () => JSON.stringify(await recordsOf(page))).toContain('is_bestseller')
    await page.goto('/contact')
    await awake(page)
    const arrive = await heldBack(page, `**${apiRoot}${paths.products}?*`)
    await logo(page).click()
    const row = page.getByRole('region', { name: 'Bestsellers' })
    const pieces = row.getByRole('article')
    await expect(pieces).toHaveCount(4)
    await row.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
    // At one moment: what is above them may still be laid out.
    const place = () =>
      pieces.first().evaluate((piece) => {
        const [at = Number.NaN, above = Number.NaN] = [piece, piece.closest('section')].map(
          (element) => element?.getBoundingClientRect().y,
        )
        return at - above
      })
    const before = await place()
    await drawn(page)
    const soFar = await shifted(page)
    const age = row.getByText(savedTexts.copyFrom(''))
    await expect(age).toBeVisible()
    expect(await place()).toBe(before)
    arrive()
    await expect(age).toBeHidden()
    await drawn(page)
    expect((await shifted(page)) - soFar).toBeLessThan(0.001)
  },
)
