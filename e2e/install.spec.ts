import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { authTexts } from '#contract/authTexts.ts'
import { installTexts } from '#contract/installTexts.ts'
import { paths } from '#contract/paths.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { built } from './support/built.ts'
import { heldBack, itsCode } from './support/heldBack.ts'
import { prepared } from './support/offline.ts'
import { anyScreen, inLongForm } from './support/screens.ts'
import {
  awake,
  goToShipping,
  expectToHear,
  expectToLookGood,
  holdMessages,
  messages,
  isPhone,
  payWith,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'

declare global {
  // The browser's part, which the tests play.
  interface Window {
    prompts: number
    badges: (number | null)[]
  }
}

const offer = (page: Page) => page.getByRole('complementary', { name: 'Install' })
/** What says that there is one to who cannot see it; the offer itself comes when its code is loaded. */
const announcement = (page: Page) => page.getByRole('status').filter({ hasText: installTexts.title })
const heart = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()

async function expectNoOffer(page: Page) {
  await expect(announcement(page)).toHaveCount(0)
  await expect(offer(page)).toBeHidden()
}

/**
 * Does what a browser does in a page once it finds that the shop can be installed; returns whether its banner stays
 * away.
 */
function ask(answer: 'accepted' | 'dismissed'): boolean {
  window.prompts = 0
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => Promise.resolve(void (window.prompts += 1)),
    userChoice: Promise.resolve({ outcome: answer }),
  })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

/** The browser finds that the shop can be installed, and the shop holds its prompt back. */
const installable = (page: Page) => page.waitForFunction(ask, 'accepted' as const)

/** Puts another piece on the wishlist. */
async function wish(page: Page, slug: string) {
  await page.goto(`/products/${slug}`)
  await installable(page)
  await awake(page)
  const sent = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith(apiRoot + paths.wishlist),
  )
  await heart(page).click()
  await expectToHear(page, wishlistTexts.added)
  await (await sent).finished()
  await settled(page)
}

test(
  'the shop offers to be installed after a wish, never on arrival, and asks as the browser does',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await signedIn(page)
    // The browser raises its prompt before the shop has loaded, and not again.
    const wake = await heldBack(page, itsCode)
    await page.goto('/products/pearl-stud-earrings', { waitUntil: 'commit' })
    await installable(page)
    const code = built('src/shell/InstallOffer.tsx')
    const asksFor: string[] = []
    page.on('request', (request) => asksFor.push(new URL(request.url()).pathname))
    wake()
    // Loaded after everything else; the code of the offer would be requested earlier.
    await prepared(page)
    await expect(offer(page)).toBeHidden()
    expect(asksFor).not.toContain(`/${code}`)
    await heart(page).click()
    await expect(offer(page)).toBeVisible()
    await expect(announcement(page)).toBeAttached()
    expect(asksFor).toContain(`/${code}`)
    await expect(heart(page)).toBeFocused()
    await expectToLookGood(page)

    await test.step('and in a window that is magnified to four times its size it covers nothing', async () => {
      const own = page.viewportSize()
      await page.setViewportSize({ width: 320, height: 256 })
      const notNow = offer(page).getByRole('button', { name: installTexts.notNow })
      await notNow.focus()
      await expect(notNow).toBeInViewport({ ratio: 1 })
      const covered = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
        return links
          .filter((link) => link.checkVisibility() && !link.closest('[aria-label=Messages], aside'))
          .filter((link) => {
            link.focus()
            // The first line of a link that spans two.
            const [{ left, top, width, height } = link.getBoundingClientRect()] = link.getClientRects()
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            return (
              document.activeElement === link &&
              hit !== null &&
              !link.contains(hit) &&
              !hit.closest('[aria-label=Messages]')
            )
          })
          .map((link) => link.outerHTML.slice(0, 120))
      })
      expect(covered).toEqual([])
      await heart(page).focus()
      if (own) await page.setViewportSize(own)
    })

    await offer(page).getByRole('button', { name: installTexts.install }).click()
    await expect.poll(() => page.evaluate(() => window.prompts)).toBe(1)
    await expect(offer(page)).toBeHidden()
  },
)

test(
  'an order is as good a moment, and what is said to the browser’s own question is remembered',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('pearl-stud-earrings')
    await page.goto('/cart/checkout')
    await page.waitForFunction(ask, 'dismissed' as const)
    await goToShipping(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await payWith(page)
    await expect(offer(page)).toBeHidden()
    await page.getByRole('button', { name: /^Place order/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
    await expect(offer(page)).toBeVisible()
    await expectToLookGood(page)

    await offer(page).getByRole('button', { name: installTexts.install }).click()
    await expect(offer(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => window.prompts)).toBe(1)
    await wish(page, 'pearl-stud-earrings')
    await expectNoOffer(page)
  },
)

test(
  'an offer that was declined is not made again',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    await signedIn(page)
    await wish(page, 'pearl-stud-earrings')
    await offer(page).getByRole('button', { name: installTexts.notNow }).focus()
    await page.keyboard.press('Escape')
    await expect(offer(page)).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await wish(page, 'oval-sapphire-halo-ring')
    await expectNoOffer(page)
  },
)

test(
  'where only the shopper can install it, the steps are told',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'onbeforeinstallprompt')
      Object.defineProperty(navigator, 'standalone', { value: false })
    })
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await heart(page).click()
    await expect(offer(page).getByRole('listitem')).toHaveText([...installTexts.steps])
  },
)

test('the installed shop has a bar at the foot of a phone, and does not offer to be installed', async ({
  shopper: page,
}) => {
  // No browser under test can be made to show an installed shop.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window)
    window.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', 'all'))
  })
  await signedIn(page)
  await wish(page, 'pearl-stud-earrings')
  const bar = page.getByRole('navigation', { name: 'Main' })
  if (!isPhone(page)) return expect(bar).toBeHidden()

  await expect(bar.getByRole('link', { name: /^Wishlist ?, 1 item$/ })).toBeVisible()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await bar.getByRole('link', { name: 'Home' }).click()
  const here = bar.getByRole('link', { name: 'Home' })
  await expect(here).toHaveAttribute('aria-current', 'page')
  // Not by colour alone.
  await expect(here).toHaveCSS('font-weight', '600')
  await expect(here).not.toHaveCSS('box-shadow', 'none')
  await expectNoOffer(page)
  await page.goto('/contact')
  await expect(bar).toBeVisible()
  await expectToLookGood(page)

  // Magnified to four times its size, or on its side: the bar comes last on the page, and covers none of it.
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(bar).not.toBeInViewport()
  await bar.scrollIntoViewIfNeeded()
  // A page is as high as its lines, and scrolls by whole pixels.
  await expect(bar).toBeInViewport({ ratio: 0.99 })
  expect(
    await bar.evaluate(
      (one) => document.documentElement.scrollHeight - one.getBoundingClientRect().bottom - scrollY,
    ),
  ).toBeCloseTo(0, 0)
})

test(
  'the icon of the installed shop counts what is in the cart, until its owner leaves',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.addInitScript(() => {
      window.badges = []
      const note = (count: number | null) => Promise.resolve(void window.badges.push(count))
      navigator.setAppBadge = (count = 0) => note(count)
      navigator.clearAppBadge = () => note(null)
    })
    const customer = await signedIn(page)
    await customer.put('pearl-stud-earrings', undefined, 2)
    await page.goto('/account')
    const last = () => page.evaluate(() => window.badges.at(-1))
    await expect.poll(last).toBe(2)
    await awake(page)
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
    await menu.click()
    await page.getByRole('button', { name: authTexts.signOut }).click()
    await expect.poll(last).toBe(null)
  },
)

test(
  'what is said stands clear of the offer, however narrow the window and large the text',
  { tag: [anyScreen, inLongForm] },
  async ({ shopper: page }) => {
    await signedIn(page)
    await page.goto('/products/pearl-stud-earrings')
    await installable(page)
    await awake(page)
    await heart(page).click()
    await holdMessages(page)
    await expect(offer(page)).toBeVisible()
    const message = messages(page).getByRole('listitem').first()
    const between = async () => {
      const [said, offered] = await Promise.all([message.boundingBox(), offer(page).boundingBox()])
      return said && offered ? offered.y - said.y - said.height : Number.NaN
    }
    for (const [width, text] of [
      [412, '100%'],
      [320, '100%'],
      [320, '150%'],
    ] as const) {
      await page.setViewportSize({ width, height: 839 })
      await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text)
      await expect.poll(between, `at ${width} px, text at ${text}`).toBeGreaterThanOrEqual(8)
      expect(await between()).toBeLessThanOrEqual(24)
    }
  },
)
