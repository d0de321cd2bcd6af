import { type Locator, type Page, expect } from '@playwright/test'
import { orderTexts } from '#contract/orderTexts.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { bringTo } from './support/shopkeeper.ts'
import { anyScreen, wideInLongForm } from './support/screens.ts'
import {
  awake,
  expectToFit,
  expectToLookGood,
  goToShipping,
  isPhone,
  signedIn,
  test,
} from './support/shopper.ts'

test(
  'a customer’s pages fit every window, and axe has nothing to say',
  { tag: wideInLongForm },
  async ({ shopper: page }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('oval-sapphire-halo-ring', 'L')
    await customer.wish('pearl-stud-earrings')
    for (const [address, heading] of [
      ['/cart', 'Your cart'],
      ['/cart/checkout', 'Checkout'],
      ['/wishlist', 'My Wishlist (1)'],
      ['/orders', 'Order History'],
      ['/account', 'Profile Information'],
      ['/account?tab=addresses', 'Addresses'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await awake(page)
      await expectToLookGood(page)
    }
  },
)

test(
  'an order looks its part, from the day it is placed until it has come',
  { tag: wideInLongForm },
  async ({ shopper: page, baseURL }) => {
    const customer = await signedIn(page)
    await customer.livesAt()
    for (const status of ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const) {
      await customer.put('pearl-stud-earrings')
      const number = await customer.order()
      await bringTo(baseURL, number, status)
      await page.goto(`/orders/${number}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${number}`)
      await awake(page)
      const isOnItsWay = status === 'shipped' || status === 'delivered'
      await expect(page.getByRole('button', { name: /^Cancel Order/ })).toHaveCount(
        status === 'pending' || status === 'processing' ? 1 : 0,
      )
      await expect(page.getByText(orderTexts.notCancellable)).toHaveCount(isOnItsWay ? 1 : 0)
      await expect(page.getByRole('link', { name: 'Track Shipment' })).toHaveCount(isOnItsWay ? 1 : 0)
      await expectToLookGood(page)

      await page.goto(`/track-order?order_number=${number}`)
      await expect(
        page.getByRole('heading', { level: 2, name: new RegExp(`^${status}$`, 'i') }),
      ).toBeVisible()
      if (status === 'shipped') await expectToLookGood(page)
    }
  },
)

test.describe('on paper', () => {
  const pressable = (page: Page) =>
    // The page's own heading may be in a header, too.
    page.locator(':is(header:not(:has(h1)), footer, nav, button, summary, [aria-label=Offer]):visible')

  test(
    'a policy is its text, with whose it is and where its links lead',
    { tag: anyScreen },
    async ({ shopper: page }) => {
      await page.goto('/resources/returns-exchanges')
      await awake(page)
      await page.emulateMedia({ media: 'print' })
      await expect(pressable(page)).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'Your statutory rights' })).toBeVisible()
      const written = (selector: string, part: '::before' | '::after') =>
        page
          .locator(selector)
          .first()
          .evaluate((element, which) => getComputedStyle(element, which).content, part)
      expect(await written('main', '::before')).toContain(shopDetails.address[0])
      expect(await written('main a[href="/resources/size-guide"]', '::after')).toContain(
        '/resources/size-guide',
      )
      await expectToFit(page)
    },
  )

  /** How many sheets of A4 it takes. */
  async function sheets(page: Page): Promise<number> {
    const margin = '12mm'
    const pdf = await page.pdf({
      format: 'A4',
      margin: { top: margin, right: margin, bottom: margin, left: margin },
    })
    return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  }

  test('a piece is itself, not what else there is', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/products/oval-sapphire-halo-ring')
    await page.evaluate(() =>
      localStorage.setItem('recently-viewed', JSON.stringify(['oval-signet-ring', 'pearl-stud-earrings'])),
    )
    await page.reload()
    await awake(page)
    await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
    const others = page.getByRole('heading', { name: /^(You may also like|Recently viewed)$/ })
    await expect(others).toHaveCount(2)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'The details' })).toBeVisible()
    for (const other of await others.all()) await expect(other).toBeHidden()
    await expect(page.getByText('Have you bought this piece?')).toBeHidden()
    // One with its picture, and one with its details: none for what there is not, such as reviews.
    expect(await sheets(page)).toBe(2)
  })

  test('the size guide has no part that needs a screen', { tag: anyScreen }, async ({ shopper: page }) => {
    await page.goto('/resources/size-guide')
    await awake(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Ring size chart' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Measure a ring on this screen' })).toBeHidden()
  })

  test(
    'a small cart, an order and the list of one are on one sheet each, below their heading',
    { tag: anyScreen },
    async ({ shopper: page, baseURL }) => {
      const customer = await signedIn(page)
      await customer.livesAt()
      await customer.put('pearl-stud-earrings')
      await customer.put('oval-signet-ring', 'K')
      const number = await customer.order()
      // Nothing can be said of an order that takes more space.
      await bringTo(baseURL, number, 'delivered')
      await customer.put('pearl-stud-earrings')
      await customer.put('oval-signet-ring', 'K')
      for (const path of ['/cart', '/orders', `/orders/${number}`]) {
        await page.goto(path)
        await expect(page.getByRole('main').getByText('Pearl Stud Earrings').first()).toBeVisible()
        await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
        expect(await sheets(page), path).toBe(1)
      }
    },
  )

  test(
    'a cart and an order have nothing to press, and the carrier’s address in full',
    { tag: anyScreen },
    async ({ shopper: page, baseURL }) => {
      const customer = await signedIn(page)
      await customer.livesAt()
      await customer.put('pearl-stud-earrings')
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.goto('/cart')
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Your cart')
      await expect(page.getByRole('main')).toContainText('Pearl Stud Earrings')
      await expect(pressable(page)).toHaveCount(0)

      const number = await customer.order()
      await bringTo(baseURL, number, 'shipped')
      await page.goto(`/orders/${number}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${number}`)
      await expect(pressable(page)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Back to Orders' })).toBeHidden()
      await expect(page.getByText('Order Summary')).toBeVisible()
      const shipment = page.getByRole('link', { name: 'Track Shipment' })
      await expect(shipment).toBeVisible()
      expect(await shipment.evaluate((link) => getComputedStyle(link, '::after').content)).toContain(
        'https://track.example/RM48217735GB',
      )
      // White paper, however dark the screen is.
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    },
  )
})

test(
  'where motion is not welcome night falls at once, on all parts alike',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.goto('/resources/returns-exchanges')
    await awake(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    const changing = await page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.outerHTML.slice(0, 80)),
    )
    expect(changing).toEqual([])
  },
)

test(
  'where the keyboard is shows on photographs too, whose ground stays light at night',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await awake(page)
    const hero = page.getByRole('region', { name: 'Highlights' })
    const dots = hero.getByRole('group', { name: 'Choose a slide' }).getByRole('button')
    const ring = await outlineOf(dots.nth(1))
    const ground = await hero.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3)
    expect(contrast(await outlineOf(hero.getByRole('link').first()), ground)).toBeGreaterThanOrEqual(3)
    // A slide that is not shown can still be chosen.
    const { colour, opacity } = await dots.nth(1).evaluate((element) => {
      const { backgroundColor: colour, opacity } = getComputedStyle(element, '::before')
      return { colour, opacity: Number(opacity) }
    })
    expect(contrast(colour, ground, opacity)).toBeGreaterThanOrEqual(3)

    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    for (const control of [
      page.getByRole('button', { name: 'View full screen' }),
      page
        .getByRole('article')
        .getByRole('button', { name: /wishlist/ })
        .first(),
    ])
      expect(contrast(await outlineOf(control), ground)).toBeGreaterThanOrEqual(3)
  },
)

/** The colour of the focus ring. */
async function outlineOf(control: Locator): Promise<string> {
  await control.page().keyboard.press('Tab')
  await control.focus()
  return control.evaluate((element) => getComputedStyle(element).outlineColor)
}

/** The contrast of two colours according to WCAG; the first may be partly transparent. */
function contrast(colour: string, ground: string, opacity = 1): number {
  const parts = (text: string) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const behind = parts(ground)
  const luminance = (channels: number[]) => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const front = parts(colour).map(
    (channel, index) => channel * opacity + (behind[index] ?? 0) * (1 - opacity),
  )
  const [lighter = 0, darker = 0] = [luminance(front), luminance(behind)].sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05)
}

/** What one of the system's own colours is here. */
const systemColour = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = colour
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

test(
  'in the system’s own colours, what is done differs from what is not',
  { tag: anyScreen },
  async ({ shopper: page, baseURL }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await page.goto('/')
    await awake(page)
    const canvas = await systemColour(page, 'Canvas')
    /** As it is seen: where nothing is painted, the page is. */
    const ground = async (part: Locator) => {
      const painted = await part.evaluate((element) => getComputedStyle(element).backgroundColor)
      return painted === 'rgba(0, 0, 0, 0)' ? canvas : painted
    }
    const expectToDiffer = (one: Locator, other: Locator) =>
      expect.poll(async () => (await ground(one)) !== (await ground(other))).toBe(true)
    const dots = page.getByRole('group', { name: 'Choose a slide' })
    const dot = dots.getByRole('button').first()
    const shown = await dot.evaluate((element) => getComputedStyle(element, '::before').backgroundColor)
    expect(shown).not.toBe(canvas)
    // Not the picture, which keeps its own.
    await expect(dots).toHaveCSS('background-color', canvas)

    const field = page.getByRole('searchbox', { name: 'Search the shop' })
    if (isPhone(page)) await page.getByRole('button', { name: 'Search' }).click()
    await field.focus()
    await expect(field).toHaveCSS('outline-style', 'solid')

    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('pearl-stud-earrings')
    await page.goto('/cart/checkout')
    const steps = page.getByRole('navigation', { name: 'Checkout steps' }).locator('button > :first-child')
    await expect(steps).toHaveCount(4)
    await expectToDiffer(steps.first(), steps.nth(1))

    const number = await customer.order()
    await bringTo(baseURL, number, 'shipped')
    await page.goto(`/orders/${number}`)
    const marks = page.getByRole('list', { name: 'Progress of the order' }).locator('li > :first-child')
    await expect(marks).toHaveCount(4)
    await expectToDiffer(marks.nth(2), marks.nth(3))

    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await page.getByRole('button', { name: 'Write a review' }).click()
    await page.getByRole('radio', { name: '3 stars' }).check()
    const stars = page.getByRole('group', { name: 'Your rating' }).locator('svg')
    const fill = (star: Locator) => star.evaluate((element) => getComputedStyle(element).fill)
    expect(await fill(stars.nth(2))).not.toBe(await fill(stars.nth(3)))
  },
)

test(
  'in the system’s own colours, the keyboard’s ring shows on what is chosen, too',
  { tag: anyScreen },
  async ({ shopper: page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    /** Whether its line, or that of what is drawn for it, is another where the keyboard is. */
    const expectRing = async (control: Locator, drawn = control) => {
      const line = () =>
        drawn.evaluate((element) => {
          const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element)
          return [outlineColor, outlineStyle, outlineWidth].join(' ')
        })
      await control.blur()
      const unfocused = await line()
      expect(unfocused).toContain('solid')
      await page.keyboard.press('Tab')
      await control.focus()
      expect(await line()).not.toBe(unfocused)
    }
    await page.goto('/products/oval-signet-ring')
    await awake(page)
    await expectRing(page.getByRole('button', { name: /^Picture 1 of/ }))
    const size = page.getByRole('radio', { name: 'K', exact: true })
    await size.check()
    await expectRing(size, page.locator('label', { has: size }))

    const customer = await signedIn(page)
    await customer.livesAt()
    await customer.put('pearl-stud-earrings')
    await page.goto('/cart/checkout')
    await goToShipping(page)
    const standard = page.getByRole('radio', { name: /^Standard/ })
    await expect(standard).toBeChecked()
    await expectRing(standard, page.locator('label', { has: standard }))

    await page.goto('/account')
    await awake(page)
    const parts = page.getByRole('navigation', { name: 'Account' })
    if (isPhone(page)) await parts.getByRole('button').click()
    await expectRing(parts.locator('[aria-current]'))
  },
)

for (const colorScheme of ['light', 'dark'] as const)
  test(`who asks for more contrast has it: ${colorScheme}`, { tag: anyScreen }, async ({ shopper: page }) => {
    await page.emulateMedia({ colorScheme, contrast: 'more' })
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    const hint = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last()
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const styles = (control: Locator) =>
      control.evaluate((element) => {
        const { color, borderBottomColor: line } = getComputedStyle(element)
        return { color, line }
      })
    expect(contrast((await styles(hint)).color, ground)).toBeGreaterThanOrEqual(12)
    // Hairlines are hardly there otherwise.
    expect(contrast((await styles(page.getByRole('banner'))).line, ground)).toBeGreaterThanOrEqual(4.5)
    // What cannot be pressed still looks it.
    await page.getByRole('button', { name: 'View full screen' }).click()
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    await expect(zoomOut).toBeDisabled()
    const { color: idle } = await styles(page.getByRole('button', { name: 'Zoom in' }))
    await expect(zoomOut).not.toHaveCSS('color', idle)
  })

test('in forced colours what cannot be pressed looks it', { tag: anyScreen }, async ({ shopper: page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/login')
  await awake(page)
  const grey = await systemColour(page, 'GrayText')
  await expect(page.getByRole('button', { name: 'Continue with Apple' })).toHaveCSS('color', grey)
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).not.toHaveCSS('color', grey)
})
