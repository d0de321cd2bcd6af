import { type Page, expect } from '@playwright/test'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { categories } from '#contract/listing.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { deliveryTime } from '#contract/shipping.ts'
import { built } from './support/built.ts'
import { expectToSuitFingers, fingersOn, placeOf } from './support/fingers.ts'
import { heldBack } from './support/heldBack.ts'
import { madeEarlier } from './support/madeEarlier.ts'
import { anyScreen, inLongForm, wideInLongForm, wideScreen } from './support/screens.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import {
  answered,
  arrived,
  awake,
  awakeToo,
  expectGoodPage,
  expectToFit,
  forgive,
  isPhone,
  logo,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const names = (page: Page) => main(page).getByRole('article').getByRole('heading').allInnerTexts()

/** The names of the pieces shown once the former ones are gone. */
async function namesAfter(page: Page, before: string[]) {
  let shown: string[] = []
  await expect(async () => {
    shown = await names(page)
    expect(shown).not.toEqual([])
    expect(shown).not.toEqual(before)
  }).toPass({ timeout: 20_000 })
  return shown
}
const currentPage = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')

/** No finger comes down before the browser has reported a scroll, which it does with its next frame. */
const scrollReported = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Returns the filters, which on a phone are in a sheet that is opened first. */
async function openFilters(page: Page) {
  if (!isPhone(page)) return main(page)
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

/** On a phone: returns to the pieces with the button that says how many there are. */
async function showPieces(page: Page) {
  if (!isPhone(page)) return
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: /^Show \d+ pieces?$/ }).click()
  await expect(sheet).toBeHidden()
}

async function filterBy(page: Page, label: string) {
  const filters = await openFilters(page)
  await filters.getByRole('checkbox', { name: label }).check()
  if (isPhone(page)) {
    await expectGoodPage(page)
    await expectToSuitFingers(page)
  }
  await showPieces(page)
}

test('filters, order and page live in the address: reload and back keep them', async ({ shopper: page }) => {
  await page.goto('/products')
  await awake(page)
  await page.getByLabel('Sort by').selectOption('Price: Low to High')
  await expect(page).toHaveURL('/products?sort_by=price_low_high')
  await expect(main(page).getByRole('article').first()).toContainText('£38.00')
  const pieces = main(page).getByRole('status')
  const ofAll = await pieces.innerText()
  await filterBy(page, 'Under £300')
  await expect(page).toHaveURL(/price=0-300/)
  await expect(pieces).toHaveText(/^\d+ pieces$/)
  await expect(pieces).not.toHaveText(ofAll)
  const onFirst = await names(page)

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(currentPage(page)).toHaveText('Page 2')
  const onSecond = await namesAfter(page, onFirst)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expectGoodPage(page)
  if (isPhone(page)) await expectToSuitFingers(page)

  await page.reload()
  await awake(page)
  await expect.poll(() => names(page)).toEqual(onSecond)
  await expect(page.getByLabel('Sort by')).toHaveValue('price_low_high')
  await expect(page.getByRole('link', { name: 'Remove filter price Under £300' })).toBeVisible()

  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(() => names(page)).toEqual(onFirst)
  await page.getByRole('link', { name: 'Remove filter price Under £300' }).click()
  await expect(page).toHaveURL('/products?sort_by=price_low_high')
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0)
})

test(
  'filters say how many pieces they leave, on a category’s page too',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    await page.goto('/products/rings')
    await awake(page)
    const filters = await openFilters(page)
    const box = (label: string, pieces: number) =>
      filters.getByRole('checkbox', { name: new RegExp(`^${label} ?, ${pieces} pieces?$`) })
    const open = (group: string) => filters.locator('summary', { hasText: group }).click()
    await open('Material')
    await open('Gemstone')
    await expect(box('Ruby', 1)).toBeEnabled()
    await box('Platinum', 2).check()
    await expect(page).toHaveURL('/products/rings?material=Platinum')
    await expect(filters.getByRole('status')).toHaveText('2 pieces')
    // Another material would be added; of these two pieces neither has a ruby.
    await expect(box('18ct White Gold', 2)).toBeEnabled()
    await expect(box('Diamond', 2)).toBeEnabled()
    await expect(box('Ruby', 0)).toBeDisabled()
    // It may have the focus when this happens, and must not lose it.
    await box('Ruby', 0).press('Space')
    await expect(box('Ruby', 0)).toBeFocused()
    await expect(box('Ruby', 0)).not.toBeChecked()
    // At the top, where the sticky bar does not cover half of a card's heart.
    await page.evaluate(() => scrollTo(0, 0))
    await expectGoodPage(page)

    await open('Weight')
    await filters.getByLabel('From weight in grams').fill('4')
    await filters.getByLabel('From weight in grams').press('Enter')
    await expect(page).toHaveURL('/products/rings?material=Platinum&min_weight=4')
    await expect(filters.getByRole('status')).toHaveText('1 piece')
    await showPieces(page)
    await expect(main(page).getByRole('article')).toHaveCount(1)
    await expect(page.getByRole('list', { name: 'Applied filters' }).getByRole('link')).toHaveText([
      'Remove filter material Platinum',
      'Remove filter From 4 g',
      'Clear all',
    ])
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/products/rings')
    await expect(main(page).getByRole('status')).toBeFocused()
    await expect(main(page).getByRole('status')).toHaveText('8 pieces')
    if (!isPhone(page)) return

    await openFilters(page)
    const show = page.getByRole('button', { name: /^Show/ })
    const { width } = (await show.boundingBox()) ?? {}
    const counting = Promise.withResolvers<void>()
    await page.route('**/products-by-category/?*is_new=true*', async (route) => {
      await counting.promise
      await route.continue()
    })
    const isNew = filters.getByRole('checkbox', { name: /^New/ })
    await isNew.check()
    // Not the former number; and nothing moves.
    await expect(show).toHaveText('Show pieces')
    counting.resolve()
    await expect(show).toHaveText(/^Show [1-7] pieces?$/)
    await isNew.uncheck()
    await expect(show).toHaveText('Show 8 pieces')
    expect((await show.boundingBox())?.width).toBe(width)
    await open('Material')
    await box('Platinum', 2).check()
    await filters.getByRole('button', { name: 'Clear all' }).click()
    await expect(filters.getByRole('button', { name: 'Show 8 pieces' })).toBeFocused()
    await expect(page).toHaveURL('/products/rings')
    await expect(box('Platinum', 2)).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  },
)

test(
  'a weight that is typed on a phone counts, however its sheet is closed',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/rings')
    await awake(page)
    const filters = await openFilters(page)
    await filters.locator('summary', { hasText: 'Weight' }).click()
    await filters.getByLabel('From weight in grams').fill('4')
    // As Back does on Android.
    await page.keyboard.press('Escape')
    await expect(filters).toBeHidden()
    await expect(page).toHaveURL('/products/rings?min_weight=4')
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  },
)

test.describe('two presses at one place are one, and open no piece that the first has brought there', () => {
  type Point = { x: number; y: number }
  /** Resolves with where the second of two presses leads that follow. */
  const pressedTwice = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string | undefined>((resolve) => {
          let presses = 0
          const count = ({ target }: Event) => {
            presses += 1
            if (presses === 2) resolve(target instanceof Element ? target.closest('a')?.pathname : undefined)
          }
          window.addEventListener('click', count, true)
        }),
    )
  const aPiece = /^\/products\/[a-z]+-[a-z-]+$/
  /** Scrolls until a piece is where they will be; in the column at the window's left. */
  const bringPieceTo = async (page: Page, { y }: Point) => {
    const { middle } = await placeOf(main(page).getByRole('article').nth(2))
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), middle.y - y)
    await scrollReported(page)
  }

  test('neither the button that closes the filters', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/products')
    await awake(page)
    const sheet = await openFilters(page)
    const show = await placeOf(sheet.getByRole('button', { name: /^Show \d+ pieces$/ }))
    const point = { x: show.x + 40, y: show.middle.y }
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await bringPieceTo(page, point)
    await openFilters(page)
    await expect(sheet.getByRole('button', { name: /^Show \d+ pieces$/ })).toBeVisible()
    const beneath = pressedTwice(page)
    const fingers = await fingersOn(page)
    await fingers.tapTwice(point)
    expect(await beneath).toMatch(aPiece)
    await expect(sheet).toBeHidden()
    await settled(page)
    await arrived(page)
    await expect(page).toHaveURL('/products')
  })

  test('nor a link of the menu', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/products')
    await awake(page)
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const open = () => page.getByRole('button', { name: 'Menu' }).click()
    await open()
    const earrings = await placeOf(menu.getByRole('link', { name: 'Earrings' }))
    const point = { x: earrings.x + 40, y: earrings.middle.y }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await bringPieceTo(page, point)
    await open()
    await expect(menu.getByRole('link', { name: 'Earrings' })).toBeVisible()
    // Until the code of the next page is there, the former one stays.
    const arrive = await heldBack(page, /\/assets\//)
    const beneath = pressedTwice(page)
    const fingers = await fingersOn(page)
    await fingers.tapTwice(point)
    expect(await beneath).toMatch(aPiece)
    await expect(menu).toBeHidden()
    arrive()
    await settled(page)
    await arrived(page)
    await expect(page).toHaveURL('/products/earrings')
  })

  test(
    'nor does the removal of one filter remove the next',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/products/rings?material=Platinum&min_weight=4')
      await awake(page)
      const chips = page.getByRole('list', { name: 'Applied filters' }).getByRole('link')
      const { x, middle } = await placeOf(chips.first())
      const beneath = pressedTwice(page)
      const fingers = await fingersOn(page)
      await fingers.tapTwice({ x: x + 20, y: middle.y }, () => expect(chips).toHaveCount(2))
      await beneath
      await settled(page)
      await expect(page).toHaveURL('/products/rings?min_weight=4')
    },
  )

  test('nor a link to another page of the list, by finger or mouse', async ({ shopper: page }) => {
    await page.goto('/products')
    await awake(page)
    const next = page.getByRole('link', { name: 'Next page' })
    await next.evaluate((link) =>
      scrollBy({ top: link.getBoundingClientRect().y - 500, behavior: 'instant' }),
    )
    await scrollReported(page)
    const point = (await placeOf(next)).middle
    const beneath = pressedTwice(page)
    const fingers = await fingersOn(page)
    const turned = async () => {
      await expect(currentPage(page)).toHaveText('Page 2')
      await expect(main(page).getByRole('article').first()).toBeInViewport()
      await settled(page)
    }
    if (isPhone(page)) await fingers.tapTwice(point, turned)
    else await fingers.clickTwice(point, turned)
    expect(await beneath).toMatch(aPiece)
    await settled(page)
    await arrived(page)
    await expect(page).toHaveURL('/products?page=2')
  })
})

test(
  'the filters come with the sheet that they are in, at its very first opening too',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/rings')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        const sheet = document.querySelector('dialog[open]')
        if (!sheet) return
        watch.disconnect()
        sheet.setAttribute('data-boxes-at-first', String(sheet.querySelectorAll('[type=checkbox]').length))
      })
      watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    })
    await page.getByRole('button', { name: /^Filters/ }).tap()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await expect(sheet.getByRole('checkbox').first()).toBeVisible()
    await expect(sheet).toHaveAttribute('data-boxes-at-first', /^[1-9]/)
  },
)

for (const address of ['/products/rings', '/products/search-results?query=ring'])
  test(
    `two keys in quick succession choose the second order from where one was: ${address}`,
    { tag: wideScreen },
    async ({ shopper: page }) => {
      await page.goto(address)
      await awake(page)
      const order = page.getByLabel('Sort by')
      await order.focus()
      // The second before the first has been answered.
      await order.evaluate((menu) => {
        if (!(menu instanceof HTMLSelectElement)) throw new Error('There is no menu')
        const press = () => {
          menu.selectedIndex += 1
          menu.dispatchEvent(new Event('change', { bubbles: true }))
        }
        press()
        press()
      })
      await expect(page).toHaveURL(/sort_by=price_high_low/)
      await expect(order).toHaveValue('price_high_low')
    },
  )

test(
  'a list that comes with its page is asked for again where the device’s clock is behind the shop’s',
  { tag: anyScreen },
  async ({ page }) => {
    await page.clock.setFixedTime(Date.now() - 3_600_000)
    const asked = page.waitForRequest((request) => request.url().includes(paths.productsByCategory))
    await page.goto('/products/rings')
    await asked
  },
)

test(
  'a new filter starts again at the first page, and without JavaScript at the press of a button',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products?page=3')
    await awake(page)
    await filterBy(page, 'Bestsellers')
    await expect(page).toHaveURL('/products?is_bestseller=true')
    await page.goto('/products?page=3')
    await awake(page)
    await page.getByLabel('Sort by').selectOption('Newest First')
    await expect(page).toHaveURL('/products?sort_by=newest')

    const scripts = await page.context().newCDPSession(page)
    await scripts.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.goto('/products?page=3')
    await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden()
    await main(page).getByRole('checkbox', { name: 'Bestsellers' }).check()
    await page.getByLabel('Sort by').selectOption('Newest First')
    await main(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('Bestsellers')
    await expect(page.getByLabel('Sort by')).toHaveValue('newest')
    await expect(page).not.toHaveURL(/page=/)

    await page.goto('/search-results?query=ring&page=2')
    await page.getByLabel('Sort by').selectOption('Price: Low to High')
    await main(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL('/search-results?query=ring&sort_by=price_low_high')
  },
)

test(
  'of a list’s pages and filters nothing is called the current page but the one that is shown',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    for (const address of ['/products?page=2', '/products/search-results?query=ring&page=2']) {
      await page.goto(address)
      await awake(page)
      await expect(currentPage(page)).toHaveText('Page 2')
    }
    await page.goto('/products?is_new=true')
    await awake(page)
    await expect(page.getByRole('list', { name: 'Applied filters' }).locator('[aria-current]')).toHaveCount(0)
  },
)

for (const [what, name, opens] of [
  ['a page’s number', 'Page 2', '/products?is_new=true&page=2'],
  ['a filter that would be removed', /^Remove filter/, '/products'],
] as const)
  test(
    `${what} opens in a tab of its own as any link does, and the keyboard stays with it`,
    { tag: wideScreen },
    async ({ shopper: page }) => {
      await page.goto('/products?is_new=true')
      await awake(page)
      const link = main(page).getByRole('link', { name })
      const opened = page.context().waitForEvent('page')
      await link.press('Control+Enter')
      await expect(await opened).toHaveURL(opens)
      await expect(page).toHaveURL('/products?is_new=true')
      await expect(link).toBeFocused()
    },
  )

test(
  'back leads to the place in the listing that was left',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products')
    await awake(page)
    const piece = main(page).getByRole('article').nth(6).getByRole('link').first()
    await piece.scrollIntoViewIfNeeded()
    await scrollReported(page)
    // As when the finger comes down: on a busy machine Playwright may scroll once more before it clicks.
    await page.evaluate(() =>
      addEventListener('click', () => (document.documentElement.dataset['left'] = String(scrollY)), true),
    )
    await piece.click()
    await expect(
      page
        .getByRole('radio')
        .or(page.getByRole('button', { name: 'Add to cart' }))
        .first(),
    ).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const left = Number(await page.evaluate(() => document.documentElement.dataset['left']))
    expect(left).toBeGreaterThan(100)
    await page.goBack()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), left)).toBeLessThan(80)
    await expect(piece).toBeFocused()
    // Nobody has touched a keyboard.
    expect(await piece.evaluate((link) => link.matches(':focus-visible'))).toBe(false)
  },
)

test(
  'back leads the keyboard, too, to the link by which the page was left',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    await page.goto('/products')
    await awake(page)
    const card = main(page).getByRole('article').nth(6)
    const piece = card.getByRole('link').first()
    await piece.focus()
    await scrollReported(page)
    await piece.press('Enter')
    await expect(page.getByRole('heading', { name: 'You may also like' })).toBeAttached()
    await expect(main(page)).toBeFocused()
    const alike = main(page).getByRole('article').first().getByRole('link').first()
    await alike.focus()
    await scrollReported(page)
    const next = await alike.getAttribute('href')
    await alike.press('Enter')
    await expect(page).toHaveURL(next ?? '')
    await expect(main(page)).toBeFocused()

    await page.goBack()
    await expect(alike).toBeFocused()
    await expect(alike).toBeInViewport()
    await page.goBack()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await expect(piece).toBeFocused()
    await expect(piece).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button')).toBeFocused()

    const careers = page.getByRole('contentinfo').getByRole('link', { name: 'Careers' })
    await careers.focus()
    await scrollReported(page)
    await careers.press('Enter')
    await expect(title(page)).toHaveText('Careers')
    await page.goBack()
    await expect(careers).toBeFocused()

    // Left in another way, it is read from its beginning.
    await page.getByRole('searchbox', { name: 'Search the shop' }).fill('ring')
    await expect(page).toHaveURL('/products/search-results?query=ring')
    await page.goBack()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).press('Enter')
    await expect(page).toHaveURL(/^[^?]*\/login/)
    await expect(main(page)).toBeFocused()
    await page.goBack()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await expect(main(page)).toBeFocused()
  },
)

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  /** From now on: how far down each page is with each frame that shows it, by its heading. */
  const watchPlaces = (page: Page) =>
    page.evaluate(() => {
      const seen: [title: string, place: number][] = []
      Object.assign(window, { placesSeen: seen })
      const look = () => {
        const shown = document.querySelector('main h1')?.textContent
        if (shown) seen.push([shown, Math.round(scrollY)])
        requestAnimationFrame(look)
      }
      look()
    })

  const placesSeen = (page: Page, heading: string) =>
    page.evaluate((of) => {
      const seen: unknown = Object.getOwnPropertyDescriptor(window, 'placesSeen')?.value
      if (!Array.isArray(seen)) throw new Error('Nobody watches')
      return [...new Set(seen.filter(([shown]) => shown === of).map(([, place]) => Number(place)))]
    }, heading)

  test(
    'a page is seen from its top at once, and back where it was left',
    { tag: [anyScreen, inLongForm] },
    async ({ shopper: page }) => {
      await page.goto('/products/rings')
      await awake(page)
      await page.waitForLoadState('networkidle')
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Careers' })
      await link.scrollIntoViewIfNeeded()
      await awakeToo(link)
      const left = await page.evaluate(() => scrollY)
      expect(left).toBeGreaterThan(500)
      await watchPlaces(page)
      await link.click()
      await expect(title(page)).toHaveText('Careers')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      expect(await placesSeen(page, 'Careers')).toEqual([0])

      await page.evaluate(() => Object.assign(window, { placesSeen: [] }))
      await watchPlaces(page)
      await page.goBack()
      await expect(title(page)).toHaveText('Rings')
      await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), left)).toBeLessThan(80)
      const places = await placesSeen(page, 'Rings')
      expect(places.filter((place) => Math.abs(place - left) >= 80)).toEqual([])
    },
  )
})

test(
  'a piece opened from the wishlist leads back to it, also after a reload and a choice',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    const ada = await signedIn(page)
    await ada.wish('oval-signet-ring')
    await page.goto('/wishlist')
    await expect(title(page)).toHaveText('My Wishlist (1)')
    await main(page).getByRole('link', { name: 'Oval Signet Ring' }).click()
    const back = main(page).getByRole('button', { name: 'Back to wishlist', exact: true })
    await expect(back).toBeVisible()
    await page.getByText('K', { exact: true }).click()
    await expect(page).toHaveURL(/variant=/)
    await page.reload()
    await awake(page)
    await expect(back).toBeVisible()
    await expectGoodPage(page)
    await back.click()
    await expect(page).toHaveURL('/wishlist')

    await page.goto('/products')
    await awake(page)
    await main(page).getByRole('article').first().getByRole('link').click()
    await expect(main(page).getByRole('button', { name: 'Back', exact: true })).toBeVisible()
  },
)

test(
  'a page beyond the last one says so and leads to the first',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products?page=99')
    await awake(page)
    await expect(page.getByRole('heading', { name: `${catalogueTexts.noProducts} on page 99` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to page 7' })).toHaveAttribute('href', '/products?page=7')
    await expectGoodPage(page)
    await page.getByRole('link', { name: 'Go to page 1' }).click()
    await expect(page).toHaveURL('/products')
    await expect(main(page).getByRole('article')).toHaveCount(8)
  },
)

test(
  'every category names itself when it has nothing',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    for (const { path, name } of categories) {
      await page.goto(`${path}?min_weight=9000`)
      await expect(title(page)).toHaveText(name)
      await expect(page.getByRole('heading', { name: `No ${name.toLowerCase()} found` })).toBeVisible()
      await expectToFit(page)
    }
    await awake(page)
    await page.getByRole('link', { name: 'Clear all filters' }).click()
    await expect(main(page).getByRole('article')).toHaveCount(8)
  },
)

test(
  'a size must be chosen, and one that is sold out says so',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/oval-signet-ring')
    await awake(page)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
    await main(page).getByRole('button', { name: 'Add to cart' }).click()
    await expect(main(page).getByRole('alert')).toHaveText(catalogueTexts.chooseVariant)
    await expect(page.getByRole('radio').first()).toBeFocused()
    await expectGoodPage(page)

    await page.keyboard.press('Space')
    await expect(page.getByRole('radio').first()).toBeChecked()
    await expect(page).toHaveURL(/variant=\d+/)
    await expect(page.getByText(catalogueTexts.chooseVariant)).toBeHidden()
    await expect(page.getByText(/^Arrives/)).toBeVisible()

    const soldOut = page.getByRole('radio', { name: 'U, sold out', exact: true })
    await soldOut.click()
    await expect(soldOut).toBeChecked()
    await expect(main(page).getByRole('status')).toHaveText('Out of stock')
    await expect(main(page).getByRole('button', { name: 'Out of stock' })).toBeDisabled()
    await expect(page.getByText(`Free delivery in ${deliveryTime('standard')}`)).toBeVisible()
    await expect(page.getByText(/^Arrives/)).toHaveCount(0)
    await expectGoodPage(page)
    await page.reload()
    await expect(soldOut).toBeChecked()

    await main(page).getByRole('link', { name: 'Ask us when it is back' }).click()
    const subject = page.getByLabel('Subject')
    const question = 'When is it back? Oval Signet Ring (Ring size: U)'
    await expect(subject).toHaveValue(question)
    await expect(page.getByRole('heading', { name: 'Send Us a Message' })).toBeInViewport()
    await page.reload()
    await expect(subject).toHaveValue(question)
    await expectGoodPage(page)
  },
)

test(
  'a piece that is out of stock can be looked at, not bought',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/products/anklets?sort_by=price_high_low')
    await awake(page)
    const card = main(page).getByRole('article').filter({ hasText: 'Double-Strand Anklet' })
    await expect(card).toContainText('Out of stock')
    await card.getByRole('link').first().click()
    await expect(page).toHaveURL('/products/double-strand-anklet')
    await expect(main(page).getByRole('button', { name: 'Out of stock' })).toBeDisabled()
    await expectGoodPage(page)
  },
)

test(
  'search follows what is typed, forgives a slip and says when there is nothing',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/products/search/')) asked.push(searchParams.get('query'))
    })
    await page.goto('/')
    await awake(page)
    const box = page.getByRole('searchbox', { name: 'Search the shop' })

    if (isPhone(page)) {
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(box).toBeFocused()
      await box.pressSequentially('saphire')
      const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('link')
      await expect(suggestions.first()).toContainText(/sapphire/i)
      // Slow typing sends requests in between: `header.spec.ts` tests how long a pause is.
      await expect.poll(() => asked.at(-1)).toBe('saphire')
      await expectGoodPage(page)
      await box.fill('zzzz')
      await expect(page.getByText(catalogueTexts.noResults('zzzz'))).toBeVisible()
      await box.fill('safire')
      await expect(page.getByText('Did you mean sapphire?')).toBeVisible()
      await expectGoodPage(page)
      await page.getByRole('link', { name: 'sapphire', exact: true }).click()
      await expect(page).toHaveURL('/search-results?query=sapphire')
      await expect(main(page).getByRole('article').first()).toContainText(/sapphire/i)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(box).toHaveValue('sapphire')
      await box.fill('braclet')
      await box.press('Enter')
      await expect(page).toHaveURL('/search-results?query=braclet')
      await expect(title(page)).toBeVisible()
    } else {
      await box.pressSequentially('saphire')
      await expect(page).toHaveURL('/products/search-results?query=saphire')
      await expect(box).toBeFocused()
      await expect(main(page).getByRole('article').first()).toContainText(/sapphire/i)
      await expect.poll(() => asked.at(-1)).toBe('saphire')
      // The same element says what each search finds, or screen readers would not announce the next.
      const said = await main(page)
        .getByRole('status')
        .filter({ hasText: /pieces?$/ })
        .evaluateHandle((part) => part)
      await box.fill('zzzz')
      await expect
        .poll(() => said.evaluate((part) => (part.isConnected ? part.textContent : null)))
        .toBe(catalogueTexts.noResults('zzzz'))
      await expect(page.getByRole('heading', { name: catalogueTexts.noResults('zzzz') })).toBeVisible()
      await expectGoodPage(page)
      await box.fill('safire')
      await expect(page.getByText('Did you mean sapphire?')).toBeVisible()
      await expectGoodPage(page)
      await main(page).getByRole('link', { name: 'sapphire', exact: true }).click()
      await expect(page).toHaveURL('/products/search-results?query=sapphire')
      await expect(box).toHaveValue('sapphire')
      await expect(main(page)).toBeFocused()
      await expect(page.getByRole('status').filter({ hasText: await page.title() })).toBeAttached()
      await page.goBack()
      await expect(box).toHaveValue('safire')
      // However much was typed, it is one entry in the history.
      await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(box).toHaveValue('')
      await box.fill('braclet')
      await expect(page).toHaveURL('/products/search-results?query=braclet')
    }
    await expect(main(page).getByRole('article').first()).toContainText(/bracelet|bangle|cuff/i)
    await expectGoodPage(page)
    await page.reload()
    await expect(main(page).getByRole('article').first()).toContainText(/bracelet|bangle|cuff/i)

    if (isPhone(page)) return
    await awake(page)
    await box.fill('')
    await expect(page).toHaveURL('/')
  },
)

test('a search that fails says so and can be tried again', { tag: anyScreen }, async ({ shopper: page }) => {
  forgive(page, answered(500), answered(503))
  await page.goto('/products/search-results?query=pearl')
  await awake(page)
  const said = main(page).getByRole('alert')
  const count = main(page)
    .getByRole('status')
    .filter({ hasText: /pieces?$/ })
  await page.route('**/products/search/**', (route) =>
    route.fulfill({ status: 500, json: { message: texts.somethingWentWrong, code: 'internal' } }),
  )
  await page.getByLabel('Sort by').selectOption('Newest First')
  await expect(said).toContainText(catalogueTexts.searchFailed)
  await expectGoodPage(page)
  await page.unroute('**/products/search/**')
  await page.route('**/products/search/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'The bench is being swept', code: 'unavailable' } }),
  )
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(said).toContainText('The bench is being swept')
  await page.unroute('**/products/search/**')
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(said).toBeHidden()
  await expect(main(page).getByRole('article').first()).toContainText(/pearl/i)
  await expect(count).toBeFocused()
})

test(
  'an unknown page and an unknown piece are 404, in the shop’s own voice',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    forgive(page, answered(404))
    for (const [path, heading, name] of [
      ['/no-such-page', 'This page could not be found', `Page not found | ${shop.name}`],
      ['/products/no-such-ring', catalogueTexts.productNotFound, `Product not found | ${shop.name}`],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      expect(await answer?.text()).toContain(`>${name}</title>`)
      await expect(title(page)).toHaveText(heading)
      await expect(page).toHaveTitle(name)
      await expect(logo(page)).toBeVisible()
    }
    await expectGoodPage(page)
    await awake(page)
    await main(page).getByRole('link', { name: 'See all jewellery' }).click()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await expect(page).toHaveTitle(`Our Jewellery Collection | ${shop.name}`)

    await page.goBack()
    await expect(title(page)).toHaveText(catalogueTexts.productNotFound)
    await expect(page).toHaveTitle(`Product not found | ${shop.name}`)
  },
)

test.describe('recently viewed', () => {
  const strip = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })
  const shown = (page: Page) => strip(page).getByRole('article').getByRole('heading')
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('recently-viewed'))
  const view = async (page: Page, slug: string) => {
    await page.goto(`/products/${slug}`)
    await awake(page)
    await expect.poll(() => kept(page)).toMatch(new RegExp(`^\\["${slug}"`))
  }

  test(
    'pieces wait on home, on other pieces’ pages and in the empty cart, until they are cleared',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/')
      await awake(page)
      await expect(page.getByRole('heading', { name: 'New in' })).toBeVisible()
      await expect(strip(page)).toBeHidden()

      await view(page, 'oval-signet-ring')
      await expect(strip(page)).toBeHidden()
      await view(page, 'hammered-silver-cuff')
      await expect(shown(page)).toHaveText(['Oval Signet Ring'])
      await expect(strip(page)).toContainText('£385.00')
      await expectGoodPage(page)
      await view(page, 'oval-signet-ring')
      await expect(shown(page)).toHaveText(['Hammered Silver Cuff'])

      await signedIn(page)
      await page.goto('/cart')
      await expect(shown(page)).toHaveText(['Oval Signet Ring', 'Hammered Silver Cuff'])
      await expectGoodPage(page)
      await page.goto('/')
      await awake(page)
      await expect(shown(page)).toHaveText(['Oval Signet Ring', 'Hammered Silver Cuff'])
      await expectGoodPage(page)

      await strip(page).getByRole('button', { name: 'Clear recently viewed' }).click()
      await expect(strip(page)).toBeHidden()
      await expect(main(page)).toBeFocused()
      expect(await kept(page)).toBe('[]')
      await page.reload()
      await awake(page)
      await expect(page.getByRole('heading', { name: 'New in' })).toBeVisible()
      await expect(strip(page)).toBeHidden()
    },
  )

  test(
    'what the shop has no more is left out, and without a network what is known is shown',
    { tag: [anyScreen, inLongForm] },
    async ({ shopper: page }) => {
      forgive(page, /net::ERR_INTERNET_DISCONNECTED/)
      await page.goto('/track-order')
      await page.evaluate(() =>
        localStorage.setItem('recently-viewed', '["no-such-ring","hammered-silver-cuff",7]'),
      )
      await view(page, 'oval-signet-ring')
      await expect(shown(page)).toHaveText(['Hammered Silver Cuff'])

      await page.route('**/products/product/**', (route) => route.abort('internetdisconnected'))
      await logo(page).click()
      await expect(page).toHaveURL('/')
      await expect(shown(page)).toHaveText(['Oval Signet Ring', 'Hammered Silver Cuff'])
    },
  )
  test('pieces begin with the latest on each page, however far they were drawn on the one before', async ({
    shopper: page,
  }) => {
    const slugs = [
      'hammered-silver-cuff',
      'pearl-stud-earrings',
      'diamond-full-eternity-ring',
      'oval-signet-ring',
    ]
    await page.goto('/track-order')
    await page.evaluate((kept) => localStorage.setItem('recently-viewed', JSON.stringify(kept)), slugs)
    await view(page, 'round-brilliant-solitaire-ring')
    await expect(shown(page)).toHaveCount(4)
    const row = strip(page).getByRole('list')
    const place = () => row.evaluate(({ scrollLeft }) => scrollLeft)
    await row.evaluate((list) => list.scrollTo({ left: list.scrollWidth, behavior: 'instant' }))
    if (isPhone(page)) expect(await place()).toBeGreaterThan(0)
    await drawn(page)
    await strip(page).getByRole('link', { name: 'Oval Signet Ring' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oval Signet Ring')
    await expect(shown(page).first()).toHaveText('Round Brilliant Solitaire Ring')
    await drawn(page)
    expect(await place()).toBe(0)
  })

  test(
    'pieces move nothing that is on view: at the end of a page they wait until their place is out of sight',
    { tag: [wideScreen, inLongForm] },
    async ({ shopper: page }) => {
      await view(page, 'hammered-silver-cuff')
      await watchShifts(page)
      await page.goto('/products/oval-signet-ring')
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await awake(page)
      await expect.poll(() => kept(page)).toMatch(/^\["oval-signet-ring"/)
      await page.waitForLoadState('networkidle')
      await settled(page)
      await expect(page.getByRole('contentinfo')).toBeInViewport()
      await drawn(page)
      expect(await shifted(page)).toBeLessThanOrEqual(0.02)

      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await expect(shown(page)).toHaveText(['Hammered Silver Cuff'])
      await drawn(page)
      expect(await shifted(page)).toBeLessThanOrEqual(0.02)
    },
  )

  test(
    'pieces have their room in the empty cart before they come',
    { tag: [wideScreen, inLongForm] },
    async ({ shopper: page }) => {
      await view(page, 'hammered-silver-cuff')
      await signedIn(page)
      const arrive = await heldBack(page, '**/products/product/**')
      await page.goto('/cart')
      await expect(strip(page)).toBeVisible()
      const { height } = await placeOf(strip(page))
      arrive()
      await expect(shown(page)).toHaveText(['Hammered Silver Cuff'])
      expect((await placeOf(strip(page))).height).toBeCloseTo(height, -1)
    },
  )
})

test('a list that has changed since its page was made keeps its filters and the ways to its other pages', async ({
  shopper: page,
}) => {
  await watchShifts(page)
  await madeEarlier(page, '/products', paths.products, (answer) =>
    answer.replace(/"name":"[^"]+"/, '"name":"Renamed Ring"'),
  )
  await page.goto('/products')
  await expect(main(page).getByRole('heading', { name: 'Renamed Ring' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  if (!isPhone(page)) await expect(page.getByRole('group', { name: 'Price' })).toBeVisible()
  await drawn(page)
  expect(await shifted(page)).toBeLessThanOrEqual(0.02)
})

test(
  'who is at the end of a list before its pieces sees nothing move as they come, nor as the ways to its other pages do',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    forgive(page, answered(404))
    await watchShifts(page, true)
    await page.goto('/no-such-page')
    await awake(page)
    const piecesCome = await heldBack(page, new RegExp(`${apiRoot}products/`))
    const waysCome = await heldBack(page, `/${built('src/features/catalogue/Pagination.tsx')}`)
    await main(page).getByRole('link', { name: 'See all jewellery' }).click()
    await expect(title(page)).toHaveText('Our Jewellery Collection')
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(page.getByRole('contentinfo')).toBeInViewport()
    await drawn(page)
    const before = await shifted(page)
    piecesCome()
    await expect(main(page).getByRole('article').first()).toBeAttached()
    await drawn(page)
    waysCome()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await drawn(page)
    expect((await shifted(page)) - before).toBeLessThanOrEqual(0.02)
  },
)
