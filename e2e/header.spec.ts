import { type Page, expect } from '@playwright/test'
import { authTexts } from '#contract/authTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { desktopSearchDebounce, mobileSearchDebounce, wishlistPreview } from '#contract/constants.ts'
import { categoryBar } from '#contract/shop.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { built } from './support/built.ts'
import { anyScreen, wideInLongForm, wideScreen } from './support/screens.ts'
import {
  awake,
  expectGoodPage,
  expectToFit,
  expectToHear,
  holdMessages,
  messages,
  isPhone,
  ownFonts,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'

const banner = (page: Page) => page.getByRole('banner')
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const wishes = [
  'oval-signet-ring',
  'hammered-silver-cuff',
  'pearl-stud-earrings',
  'rope-chain-yellow-gold',
  'heart-charm-anklet',
  'emerald-halo-pendant',
]

test('a search waits until its typing pauses', { tag: wideInLongForm }, async ({ shopper: page }) => {
  await page.clock.install()
  await page.goto('/')
  await awake(page)
  if (isPhone(page)) await banner(page).getByRole('button', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search the shop' })
  await expect(box).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/products/search/')) asked.push(searchParams.get('query') ?? '')
  })
  // From here on the clock stands still.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const pause = isPhone(page) ? mobileSearchDebounce : desktopSearchDebounce
  await box.fill('pear')
  await page.clock.runFor(pause - 1)
  await box.fill('pearl')
  await page.clock.runFor(pause - 1)
  await expect(page).toHaveURL('/')
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await page.clock.resume()
  if (isPhone(page)) await expect(menu(page).getByRole('link', { name: /Pearl/ }).first()).toBeVisible()
  else await expect(page).toHaveURL('/products/search-results?query=pearl')
  await expect.poll(() => asked).toEqual(['pearl'])
})

test(
  'what is searched or filtered by stays within the screen, however long it is',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const term = 'w'.repeat(100)
    await page.goto('/')
    await awake(page)
    if (isPhone(page)) await banner(page).getByRole('button', { name: 'Search' }).click()
    const box = page.getByRole('searchbox', { name: 'Search the shop' })
    await box.fill(term)
    await expect(page.getByText(catalogueTexts.noResults(term)).first()).toBeVisible()
    await expectToFit(page)
    const { x, width } = (await box.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

    await page.goto(`/products?material=${term}`)
    await awake(page)
    await expectToFit(page)
  },
)

test(
  'a finger on the glass is answered before what sleeps is woken',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.clock.install()
    const asked: string[] = []
    const asleep = `/${built('src/shell/Announcement.tsx')}`
    page.on('request', (request) => void (request.url().endsWith(asleep) && asked.push(request.url())))
    await page.goto('/products/rings')
    await page.waitForFunction(() => {
      const card = document.querySelector('main article a')
      return card !== null && Object.keys(card).some((key) => key.startsWith('__reactProps'))
    })
    await settled(page)
    // From here on the clock stands still.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.evaluate(() => void document.dispatchEvent(new PointerEvent('pointerdown')))
    await settled(page)
    expect(asked).toEqual([])
    await page.clock.runFor(1_000)
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.resume()
  },
)

test('a guest is offered the ways in, and hears why the cart asks for them', async ({ shopper: page }) => {
  await page.goto('/')
  await awake(page)
  await banner(page)
    .getByRole('button', { name: isPhone(page) ? 'Menu' : 'Account' })
    .click()
  const place = isPhone(page) ? menu(page) : banner(page)
  for (const [name, path] of [
    ['Login', '/login'],
    ['Sign Up', '/sign-up'],
  ] as const) {
    await expect(place.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await expectGoodPage(page)
  if (isPhone(page)) {
    for (const { label, to } of [...categoryBar, { label: 'Pendants', to: '/pendant' }])
      await expect(place.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to)
    for (const [name, path] of [
      ['Wishlist', '/wishlist'],
      ['Cart', '/cart'],
      ['Orders', '/orders'],
      ['Track', '/track-order'],
    ] as const) {
      await expect(place.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    }
    await place.getByRole('link', { name: 'Track', exact: true }).click()
    await expect(place).toBeHidden()
    await expect(page).toHaveURL('/track-order')
  } else {
    await page.keyboard.press('Escape')
    await expect(banner(page).getByRole('button', { name: 'Account' })).toBeFocused()
    await expect(place.getByRole('link', { name: 'Login', exact: true })).toBeHidden()
  }
  await banner(page).getByRole('link', { name: 'Cart' }).click()
  await expectToHear(page, texts.guest.header)
  await expect(page).toHaveURL('/login?from=%2Fcart')
})

for (const name of ['Menu', 'Search']) {
  test(
    `${name.toLowerCase()} does not stay over the page that the shopper goes back to`,
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/track-order')
      await awake(page)
      await banner(page).getByRole('link', { name: 'Cart' }).click()
      await expect(page).toHaveURL('/login?from=%2Fcart')
      await banner(page).getByRole('button', { name }).click()
      await expect(menu(page)).toBeVisible()
      // Like a swipe: unlike some phones' back button, it does not ask open dialogs to close first.
      await page.goBack()
      await expect(page).toHaveURL('/track-order')
      await expect(menu(page)).toBeHidden()
    },
  )
}

test(
  'a customer is greeted by name, sees what waits for them, and signs out once',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const ada = await signedIn(page)
    await ada.put('pearl-stud-earrings')
    await ada.wish('oval-signet-ring')
    await page.goto('/track-order')
    await awake(page)
    await expect(banner(page).getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
    await banner(page)
      .getByRole('button', { name: isPhone(page) ? 'Menu' : 'Account' })
      .click()
    const place = isPhone(page) ? menu(page) : banner(page)
    await expect(place.getByText(ada.firstName, { exact: true })).toBeVisible()
    await expect(place.getByText(ada.email)).toBeVisible()
    if (isPhone(page)) {
      await expect(place.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
      await expect(place.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible()
    } else {
      await expect(place.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders')
      await expect(place.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order')
    }
    await expectGoodPage(page)

    let calls = 0
    let answer = () => undefined as void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/auth/logout/', async (route) => {
      calls += 1
      await held
      await route.continue()
    })
    await place.getByRole('button', { name: authTexts.signOut, exact: true }).press('Enter')
    const leaving = place.getByRole('button', { name: authTexts.signingOut, exact: true })
    await expect(leaving).toBeDisabled()
    await expect(leaving).toBeFocused()
    await expectGoodPage(page)
    answer()
    await expectToHear(page, authTexts.loggedOut)
    await expect(page).toHaveURL('/')
    await expect(banner(page).getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
    await expect(place.getByRole('link', { name: 'Login', exact: true })).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(calls).toBe(1)
  },
)

test('what changes in the header is also said', { tag: anyScreen }, async ({ shopper: page }) => {
  const ada = await signedIn(page)
  await ada.wish('oval-signet-ring')
  await page.goto('/products/rings')
  await awake(page)
  const said = page.getByRole('status')
  // The counts are known, and their announcer is there, beside the one for page names.
  await expect(page.locator('p[role=status] + p[role=status] + p[role=status]').first()).toBeAttached()
  await page.getByRole('button', { name: 'Remove Oval Signet Ring from wishlist' }).click()
  await expect(said.filter({ hasText: wishlistTexts.empty })).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Oval Signet Ring to wishlist' }).click()
  await expect(said.filter({ hasText: /^Wishlist, 1 item$/ })).toHaveCount(1)
  // What is as it was when the page loaded is no news.
  await expect(said.filter({ hasText: /cart/i })).toHaveCount(0)
})

test('what leads on stays at the top, without a jump', async ({ shopper: page }) => {
  await page.goto('/products')
  await awake(page)
  // On a phone the sticky bar is the header; on larger screens it is the categories.
  const bar = isPhone(page) ? banner(page) : page.getByRole('navigation', { name: 'Categories' })
  // In one go, so that no late part of the page moves it in between.
  const { start, end, moved } = await bar.evaluate((element) => {
    const below = document.querySelector('h1')
    const top = (what: Element | null) => what?.getBoundingClientRect().top ?? Number.NaN
    const [start, before] = [top(element), top(below)]
    scrollTo({ top: start + 40, behavior: 'instant' })
    return { start, end: top(element), moved: before - top(below) }
  })
  expect(start).toBeGreaterThan(0)
  expect(end).toBe(0)
  // What follows it has moved as far as the page was scrolled, and no further.
  expect(moved).toBeCloseTo(start + 40, 0)
  if (isPhone(page)) return
  await expect(bar.getByRole('link')).toHaveText(categoryBar.map(({ label }) => label))
  await expect(bar.getByRole('link', { name: 'All Jewellery' })).toHaveAttribute('aria-current', 'page')

  await test.step('and in letters twice as large none of it goes off an edge', async () => {
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const edges = await bar
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => link.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    for (const [left = 0, right = 0] of edges) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    }
  })
})

test(
  'the categories cover nothing that the keyboard comes back to, however large the letters',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/products/rings')
    await awake(page)
    const filter = page.getByRole('checkbox', { name: /^Under £300/ })
    for (const size of ['100%', '200%']) {
      await page.evaluate((large) => (document.documentElement.style.fontSize = large), size)
      const isSeen = await filter.evaluate((element) => {
        const place = () => element.getBoundingClientRect()
        element.blur()
        // As near to the top as a page may be for which the browser scrolls no more.
        const room = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
        scrollBy({ top: place().top - room, behavior: 'instant' })
        element.focus()
        const { left, top, width, height } = place()
        return document.elementFromPoint(left + width / 2, top + height / 2) === element
      })
      expect(isSeen, size).toBe(true)
    }
  },
)

test('the heart counts the wishes, and shows a mouse and the keyboard the first five', async ({
  shopper: page,
}) => {
  const ada = await signedIn(page)
  for (const slug of wishes) await ada.wish(slug)
  await page.route(`/${built('src/shell/Announcement.tsx')}`, () => undefined)
  await page.goto('/products/chains')
  await awake(page)
  if (isPhone(page)) {
    await banner(page).getByRole('button', { name: 'Menu' }).click()
    await menu(page).getByRole('link', { name: 'Wishlist, 6 items' }).click()
    await expect(page).toHaveURL('/wishlist')
    return
  }
  const heart = banner(page).getByRole('link', { name: 'Wishlist, 6 items' })
  const preview = page.getByRole('group', { name: 'Wishlist preview' })
  // The mouse comes from a part whose code is still loading.
  await page.getByText('Up to 25% off').hover()
  await heart.hover()
  await expect(preview.getByRole('listitem')).toHaveCount(wishlistPreview)
  await expect(preview.getByRole('listitem').first()).toHaveText(/Emerald Halo Pendant.*£1,750\.00/)
  await expectGoodPage(page)
  await page.mouse.move(400, 600)
  await expect(preview).toBeHidden()

  await heart.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(heart).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(preview).toBeVisible()
  // What is pressed takes no focus.
  await page.getByText('Up to 25% off').click()
  await expect(preview).toBeHidden()
  await heart.hover()
  await preview.getByRole('link', { name: wishlistTexts.viewAll }).click()
  await expect(page).toHaveURL('/wishlist')
  await expect(preview).toBeHidden()
})

test(
  'what the search field suggests can be read at twice the text size',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    await page.goto('/')
    await awake(page)
    await ownFonts(page)
    const field = page.getByRole('searchbox', { name: 'Search the shop' })
    for (const size of ['100%', '200%']) {
      await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size)
      const { room, needed } = await field.evaluate((input) => {
        const pen = document.createElement('canvas').getContext('2d')
        if (!(input instanceof HTMLInputElement) || pen === null) throw new Error('Nothing to measure')
        pen.font = getComputedStyle(input).font
        return { room: input.clientWidth, needed: pen.measureText(input.placeholder).width }
      })
      expect(room, `text at ${size}`).toBeGreaterThanOrEqual(needed)
    }
    // Where there is less room for it, it is seen that there is more of it.
    await expect(field).toHaveCSS('text-overflow', 'ellipsis')
  },
)

test(
  'what is said stays clear of the ways to account, wishes and cart',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: /wishlist/i })
      .first()
      .click()
    const message = messages(page).getByRole('listitem').first()
    await holdMessages(page)
    const said = await message.boundingBox()
    const header = await banner(page).boundingBox()
    if (!said || !header) throw new Error('Nothing to measure')
    expect(said.y).toBeGreaterThanOrEqual(header.y + header.height)
  },
)

test(
  'a long address in the account menu breaks before its @, not within a word',
  { tag: wideScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    await page.addInitScript((key: string) => {
      const customer = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(
        key,
        JSON.stringify({ ...customer, email: 'augusta.ada.quince.the.third@orchard.example' }),
      )
    }, storageKeys.user)
    await page.goto('/')
    await awake(page)
    await banner(page).getByRole('button', { name: 'Account' }).click()
    const email = page.getByText('augusta.ada.quince.the.third@orchard.example')
    await expect(email).toBeVisible()
    const lines = await email.evaluate((element) => {
      const written: Record<number, string> = {}
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        for (let index = 0; index < (node.textContent?.length ?? 0); index++) {
          const range = new Range()
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          const { top } = range.getBoundingClientRect()
          written[top] = (written[top] ?? '') + range.toString()
        }
      return Object.values(written)
    })
    expect(lines).toEqual(['augusta.ada.quince.the.third', '@orchard.example'])
  },
)
