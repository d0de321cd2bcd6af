import { type Page, expect } from '@playwright/test'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { texts } from '#contract/texts.ts'
import { built } from './support/built.ts'
import { heldBack } from './support/heldBack.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { awake, expectToFit, signedIn, test } from './support/shopper.ts'

test.use({ viewport: { width: 844, height: 390 } })

test('on a phone on its side the picture of a piece fits into the window, and what it is called is beside it', async ({
  shopper: page,
}) => {
  await page.goto('/products/oval-sapphire-halo-ring')
  await awake(page)
  await expectToFit(page)
  const first = page.getByRole('list', { name: 'Pictures' }).getByRole('img').first()
  const picture = await first.boundingBox()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  if (!picture || !name) throw new Error('Nothing to measure')
  expect(name.x).toBeGreaterThanOrEqual(picture.x + picture.width)
  expect(name.y + name.height).toBeLessThanOrEqual(390)
  await first.scrollIntoViewIfNeeded()
  await expect(first).toBeInViewport({ ratio: 1 })
})

test('and the first view of home has its promise beside the picture', async ({ shopper: page }) => {
  await page.goto('/')
  await awake(page)
  await expectToFit(page)
  const slide = page.getByRole('region', { name: 'Highlights' })
  await expect(slide.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
  await expect(slide.getByRole('img').first()).toBeInViewport({ ratio: 0.7 })
})

/** The island is at either side, as wide as on the phones of today. */
const [width, island] = [932, 59]

async function withIsland(page: Page) {
  await page.setViewportSize({ width, height: 430 })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: island, right: island } })
}

/** What is read, pressed or filled in, and whatever of it is not clear of the island. */
const lookedAt = (page: Page, within: string) =>
  page.locator(within).evaluate(
    (whole, { from, to }) => {
      /** It can be scrolled out from behind the island, or is for screen readers only. */
      const isSpared = (part: Element | null): boolean => {
        if (part === null) return false
        const { overflowX, clipPath } = getComputedStyle(part)
        const scrolls = /auto|scroll/.test(overflowX) && part.scrollWidth > part.clientWidth
        return scrolls || clipPath === 'inset(50%)' || isSpared(part.parentElement)
      }
      // An icon's own button is larger than what is seen of it.
      const parts = [
        'h1, h2, h3, p, svg, summary, input, select, textarea',
        ':is(a, button):not(:has(> svg:only-child))',
      ]
      const looked = [...whole.querySelectorAll(parts.join())].filter(
        (part) =>
          part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          part.closest('[inert]') === null &&
          part.getBoundingClientRect().width > 1 &&
          !isSpared(part),
      )
      const covered = looked.filter((part) => {
        const { left, right } = part.getBoundingClientRect()
        return left < from || right > to
      })
      return {
        count: looked.length,
        covered: covered.map((part) => `${part.tagName} ${(part.textContent ?? '').slice(0, 40)}`),
      }
    },
    // The lines of an icon begin some way from its edge.
    { from: island - 4, to: width - island + 4 },
  )

async function expectNothingCovered(page: Page, where: string, within = 'body') {
  const { count, covered } = await lookedAt(page, within)
  expect(count, where).toBeGreaterThan(3)
  expect(covered, where).toEqual([])
}

test('and its island covers nothing, as wide as phones of today are', async ({ shopper: page }) => {
  await withIsland(page)
  for (const path of [
    '/',
    '/products/rings',
    '/products/oval-signet-ring',
    '/resources/size-guide',
    '/contact',
  ]) {
    await page.goto(path)
    await awake(page)
    await expectToFit(page)
    await expectNothingCovered(page, path)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expectNothingCovered(page, path)
  }
})

test('nor does it cover anything of the filters, of what opens beside a piece, or of its picture in full screen', async ({
  shopper: page,
}) => {
  await withIsland(page)
  for (const [path, button] of [
    ['/products/rings', /^Filter/],
    ['/products/oval-sapphire-halo-ring', 'Find your size'],
    ['/products/oval-sapphire-halo-ring', 'View full screen'],
  ] as const) {
    await page.goto(path)
    await awake(page)
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNothingCovered(page, String(button), 'dialog[open]')
  }
})

test('nor does an iPhone on its side zoom into any field: none has letters of less than 16 px', async ({
  shopper: page,
}) => {
  const ada = await signedIn(page)
  await ada.put('oval-signet-ring', 'M')
  // The largest of today.
  await page.setViewportSize({ width: 956, height: 440 })
  for (const [path, label] of [
    ['/products/rings', 'Sort by'],
    ['/products/search-results?query=ring', 'Sort by'],
    ['/contact', 'Subject'],
    ['/cart', 'Quantity of'],
    ['/cart/checkout', 'Phone'],
  ] as const) {
    await page.goto(path)
    await awake(page)
    await expect(page.getByLabel(label).first()).toBeVisible()
    await expectToFit(page)
    const fields = page.locator('input, select, textarea').filter({ visible: true })
    const sizes = await fields.evaluateAll((all) => all.map((field) => getComputedStyle(field).fontSize))
    expect(Math.min(...sizes.map(parseFloat)), path).toBeGreaterThanOrEqual(16)
  }
})

test('nor does what is below the checkout come up before it is known that the cart is empty, and its words are there', async ({
  shopper: page,
}) => {
  await signedIn(page)
  const words = `/${built('EmptyStateDrawn')}`
  const wordsCome = await heldBack(page, words)
  await watchShifts(page)
  const asked = page.waitForRequest(`**${words}`)
  await page.goto('/cart/checkout')
  await asked
  const main = page.getByRole('main')
  const said = main.getByText(/loading/i).or(main.getByLabel(texts.loading))
  await expect(said.filter({ visible: true })).toBeVisible()
  await drawn(page)
  wordsCome()
  await expect(page.getByRole('heading', { name: checkoutTexts.emptyCart })).toBeVisible()
  await drawn(page)
  expect(await shifted(page)).toBeLessThanOrEqual(0.02)
})
