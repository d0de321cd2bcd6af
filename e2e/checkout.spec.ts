import { type Locator, type Page, type Route, expect } from '@playwright/test'
import { addressTexts } from '#contract/addressTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { couponTexts } from '#contract/coupons.ts'
import { formatMoney } from '#contract/money.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { shop } from '#contract/shop.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { texts } from '#contract/texts.ts'
import { built } from './support/built.ts'
import { heldBack } from './support/heldBack.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { leaveOne } from './support/shopkeeper.ts'
import {
  answered,
  awake,
  cardNumber,
  expectGoodPage,
  expectToHear,
  expectToLookGood,
  forgive,
  goToPayment,
  goToShipping,
  holdMessages,
  logo,
  messages,
  payWith,
  signedIn,
  test,
  typeCard,
  watching,
} from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const placeOrder = (page: Page) => page.getByRole('button', { name: /^(Place order|Placing)/ })
const amount = (page: Page, label: RegExp) =>
  page
    .getByRole('main')
    .locator('dl:visible > div')
    .filter({ hasText: label })
    .getByRole('definition')
    .first()

/** A customer with an address, and with this in the cart. */
async function customerWith(page: Page, slug: string, variant?: string, quantity?: number) {
  const customer = await signedIn(page)
  await customer.livesAt()
  await customer.put(slug, variant, quantity)
  return customer
}

/** What somebody has ordered who must not have ordered twice. */
async function onlyOrder(customer: Awaited<ReturnType<typeof customerWith>>) {
  const [order, ...others] = await customer.orders()
  expect(others).toEqual([])
  return order
}

test('each step says what is missing', async ({ shopper: page }) => {
  await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/cart/checkout')
  const alert = page.getByRole('main').getByRole('alert')
  await page.getByLabel('First name').fill('')
  await page.getByLabel('Email').fill('ada@example')
  await page.getByLabel('Phone').fill('123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(alert).toHaveText(checkoutTexts.fillRequired)
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(new RegExp(checkoutTexts.emailInvalid))
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(new RegExp(checkoutTexts.phoneInvalid))
  await expectGoodPage(page)

  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Phone').fill('02079460123')
  await goToShipping(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await expect(alert).toContainText(checkoutTexts.completePayment)
  await expect(alert).toContainText(checkoutTexts.fillCard)
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await expect(alert).toContainText(checkoutTexts.fillPaypal)
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByRole('button', { name: 'Save payment details' }).click()
  await expect(alert).toContainText(checkoutTexts.fillBank)
})

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the summary’s bar covers neither the way on nor what has the focus', async ({ shopper: page }) => {
    await customerWith(page, 'pearl-stud-earrings')
    await page.goto('/cart/checkout')
    const bar = page.getByRole('complementary', { name: 'Order Summary' })
    const onward = page.getByRole('button', { name: 'Continue' })
    await expect(onward).toBeVisible()
    const place = async (what: Locator) => {
      const { y, height } = (await what.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
      return { top: y, bottom: y + height }
    }
    // What is above them may still have to take its space.
    await expect(async () => {
      const [button, covering] = await Promise.all([place(onward), place(bar)])
      expect(button.bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      expect(button.top).toBeGreaterThan(covering.bottom)
    }).toPass({ timeout: 20_000 })

    // Back at a field, the shopper sees its label as well.
    await goToPayment(page)
    await page.getByRole('button', { name: 'Save payment details' }).click()
    await expect(page.getByLabel('Card number')).toBeFocused()
    await expect(async () => {
      const [label, above] = await Promise.all([
        place(page.locator('label', { hasText: 'Card number' })),
        place(bar),
      ])
      expect(label.top).toBeGreaterThanOrEqual(above.bottom)
    }).toPass({ timeout: 20_000 })

    // Expanded it may be taller than a magnified window, or than a phone on its side.
    await page.setViewportSize({ width: 320, height: 256 })
    await bar.getByRole('button').click()
    await page.getByRole('button', { name: 'Save payment details' }).focus()
    const field = page.getByLabel('Card number')
    await field.focus()
    await expect(field).toBeInViewport({ ratio: 1 })
    await expect(async () => {
      const [focused, above] = await Promise.all([place(field), place(bar)])
      expect(focused.top).toBeGreaterThanOrEqual(above.bottom)
    }).toPass({ timeout: 20_000 })
  })
})

test('the way from the cart into the checkout moves nothing up and down, however late its parts come', async ({
  shopper: page,
}) => {
  await customerWith(page, 'pearl-stud-earrings')
  const headerComes = await heldBack(page, `/${built('src/shell/QuietChrome.tsx')}`)
  const profileComes = await heldBack(page, `**${apiRoot}${paths.profile}`)
  await watchShifts(page)
  await page.goto('/cart')
  await awake(page)
  const before = await shifted(page)
  const asked = page.waitForRequest(`**${apiRoot}${paths.profile}`)
  // By a script: on a slow line all of it comes long after the finger.
  await page.getByRole('link', { name: 'Checkout' }).dispatchEvent('click')
  await asked
  headerComes()
  await expect(page.getByRole('link', { name: 'Back to cart' })).toBeVisible()
  await drawn(page)
  profileComes()
  await expect(page.getByLabel('First name')).toBeVisible()
  await drawn(page)
  expect((await shifted(page)) - before).toBeLessThan(0.1)
})

test('an order that is placed in one tab has emptied the cart in the others', async ({ shopper: page }) => {
  await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/cart')
  await expect(title(page)).toHaveText('Your cart')
  await watching(page)
  const other = await page.context().newPage()
  await goToPayment(other)
  await payWith(other)
  await placeOrder(other).click()
  await expect(title(other)).toHaveText('Thank you for your order')
  await expect(title(page)).toHaveText(cartTexts.empty)
})

test('a declined card costs nothing but another try', async ({ shopper: page }) => {
  forgive(page, answered(402))
  const customer = await customerWith(page, 'oval-signet-ring', 'M')
  await goToPayment(page)
  await payWith(page, '4000000000000002')
  await placeOrder(page).click()
  await expect(page.getByRole('alert').getByText(checkoutTexts.paymentFailed)).toBeInViewport()
  await expectGoodPage(page)
  expect(await customer.orders()).toEqual([])

  await page.getByRole('button', { name: 'Change payment details' }).click()
  await payWith(page)
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  // At the foot it would cover the links.
  const messages = page.locator('[aria-label=Messages]')
  expect((await messages.boundingBox())?.y).toBeLessThan((await title(page).boundingBox())?.y ?? 0)
  expect(await customer.orders()).toHaveLength(1)
})

test('from the thanks for an order, Back leads to where the shopper came from', async ({ shopper: page }) => {
  await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/contact')
  await page.goto('/cart')
  await awake(page)
  await page.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Information' })).toBeVisible()
  await goToShipping(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The browser's history survives a reload.
  await page.reload()
  await awake(page)
  await payWith(page)
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  await expect(page).toHaveURL('/cart/checkout')
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toBeInViewport()

  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toContainText(cartTexts.empty)
  await page.goForward()
  await expect(title(page)).toHaveText(checkoutTexts.emptyCart)
})

/** Somebody whose order is being placed, until `goOn` is called. */
async function whoseOrderIsUnderWay(page: Page) {
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await goToPayment(page)
  await payWith(page)
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(`**${apiRoot}${paths.checkout}`, (route) => mayGoOn.then(() => route.continue()))
  await placeOrder(page).click()
  await expect(page.getByRole('button', { name: /^Placing/ })).toBeVisible()
  return { customer, goOn }
}

test('who goes elsewhere while the order is placed stays there, and is told', async ({ shopper: page }) => {
  const { customer, goOn } = await whoseOrderIsUnderWay(page)
  await logo(page).click()
  await expect(title(page)).toContainText(shop.name)
  goOn()
  await page.getByRole('button', { name: 'View order' }).click()
  const [order] = await customer.orders()
  await expect(title(page)).toHaveText(`Order #${order?.order_number}`)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test(
  'who has gone back to the cart and into the checkout again meanwhile is led to the order all the same',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const { customer, goOn } = await whoseOrderIsUnderWay(page)
    await page.getByRole('link', { name: 'Back to cart' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Checkout' }).click()
    await expect(page.getByRole('heading', { name: 'Information' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(checkoutTexts.beingPlaced)
    await expectGoodPage(page)
    goOn()
    await page.getByRole('button', { name: 'View order' }).click()
    const order = await onlyOrder(customer)
    await expect(title(page)).toHaveText(`Order #${order?.order_number}`)
  },
)

test('what is shown is what is paid: pieces, coupon, delivery and tax', async ({ shopper: page }) => {
  forgive(page, answered(400))
  const customer = await customerWith(page, 'classic-gold-hoop-earrings', undefined, 3)
  await page.goto('/cart')
  const field = page.getByLabel('Coupon code')
  await page.getByText('Have a coupon?').click()
  await field.fill('PLUM')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(field).toHaveAccessibleDescription(couponTexts.invalid)
  await field.fill('welcome5')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(field).toHaveAccessibleDescription(couponTexts.expired)
  await field.fill('save20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectToHear(page, couponTexts.applied)
  await expect(page.getByRole('button', { name: 'Remove coupon SAVE20' })).toBeFocused()
  await expect(amount(page, /^Discount/)).toHaveText('−£159.00')
  await expectGoodPage(page)
  await page.reload()
  await expect(amount(page, /^Discount/)).toHaveText('−£159.00')

  await goToPayment(page, /^Express/)
  await payWith(page)
  await expect(amount(page, /^Subtotal/)).toHaveText('£795.00')
  await expect(amount(page, /^Discount/)).toHaveText('−£159.00')
  await expect(amount(page, /^Shipping/)).toHaveText('£12.99')
  await expect(amount(page, /^Tax/)).toHaveText('£44.52')
  await expect(amount(page, /^Total/)).toHaveText('£693.51')
  await page.getByRole('button', { name: 'Place order · £693.51' }).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  await expect(page.getByRole('main')).toContainText('£693.51')

  const [order] = await customer.orders()
  expect(order).toMatchObject({
    subtotal: '795.00',
    discount: '159.00',
    shipping_cost: '12.99',
    tax: '44.52',
    total: '693.51',
    coupon_code: 'SAVE20',
    payment_method: 'Visa ending 4242',
  })
  await page.getByRole('link', { name: 'View Your Order' }).click()
  await expect(amount(page, /^Total/)).toHaveText(formatMoney('693.51'))

  await customer.put('pearl-stud-earrings')
  await page.goto('/cart')
  await expect(page.getByText('Have a coupon?')).toBeVisible()
})

test('the Enter that goes on without a coupon does not place the dearer order as well while it is held', async ({
  shopper: page,
}) => {
  forgive(page, answered(400))
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/cart')
  // One that the shop has ended since.
  await page.evaluate((key) => {
    const { id } = JSON.parse(localStorage.getItem(key) ?? '')
    sessionStorage.setItem('coupon', `ENDED20 20 ${id}`)
  }, storageKeys.user)
  await goToPayment(page)
  await payWith(page)
  await placeOrder(page).click()
  await page.getByRole('button', { name: 'Go on without the coupon' }).focus()
  await page.keyboard.down('Enter')
  await expect(placeOrder(page)).toBeFocused()
  await page.keyboard.down('Enter')
  await expect(placeOrder(page)).toHaveAccessibleName(/^Place order/)
  expect(await customer.orders()).toEqual([])
  await page.keyboard.up('Enter')
  // Any other key that is held goes past it.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.down('Tab')
  await expect(placeOrder(page)).toBeFocused()
  await page.keyboard.down('Tab')
  await expect(placeOrder(page)).not.toBeFocused()
  await page.keyboard.up('Tab')
  await placeOrder(page).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Thank you for your order')
  expect(await customer.orders()).toMatchObject([{ coupon_code: null }])
})

test(
  'a coupon asked for without an answer is one of those the browser knows, or not yet known',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    forgive(page, /ERR_FAILED/)
    await customerWith(page, 'classic-gold-hoop-earrings')
    await page.route(`**${apiRoot}${paths.coupon}`, (route) => route.abort())
    await page.goto('/cart')
    await page.getByText('Have a coupon?').click()
    const field = page.getByLabel('Coupon code')
    await field.fill('JEWELLERS-OWN')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(field).toHaveAccessibleDescription(texts.networkError)
    await field.fill('save10')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('SAVE10, 10% off')).toBeVisible()

    await page.getByRole('button', { name: 'Remove coupon SAVE10' }).click()
    await expectToHear(page, couponTexts.removed)
    await expect(page.getByText('Have a coupon?')).toBeFocused()
    await page.getByRole('button', { name: 'Clear cart' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear cart' }).click()
    await expect(title(page)).toHaveText(checkoutTexts.emptyCart)
    await expect(title(page)).toBeFocused()
  },
)

test('an empty cart leads on, not into the checkout', async ({ shopper: page }) => {
  await signedIn(page)
  for (const path of ['/cart', '/cart/checkout']) {
    await page.goto(path)
    await expect(title(page)).toHaveText(checkoutTexts.emptyCart)
    await expect(page.getByRole('main').getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
    await expectGoodPage(page)
  }
})

test('a piece that has gone meanwhile stays in the cart, says so and stops the checkout', async ({
  shopper: page,
  browser,
  baseURL,
}, { repeatEachIndex }) => {
  forgive(page, answered(409))
  // Nobody else may buy it, not even a repetition of this test.
  const last = ['oval-signet-ring', 'VTRQSPONIJ'.charAt(repeatEachIndex)] as const
  await leaveOne(baseURL, ...last)
  const customer = await customerWith(page, ...last)
  await goToPayment(page)
  await payWith(page)

  const elsewhere = await browser.newPage()
  const rival = await customerWith(elsewhere, ...last)
  await rival.order()
  await elsewhere.close()

  await placeOrder(page).click()
  await expect(page.getByRole('alert').getByText(checkoutTexts.outOfStock)).toBeVisible()
  expect(await customer.orders()).toEqual([])
  await page.getByRole('alert').getByRole('link', { name: 'Back to your cart' }).click()
  const line = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(line.getByText(checkoutTexts.outOfStock)).toBeVisible()
  const way = page.getByRole('button', { name: 'Checkout' })
  await expect(way).toBeDisabled()
  await expect(way).toHaveAccessibleDescription(new RegExp(checkoutTexts.outOfStock))
  await expectGoodPage(page)

  // Who comes straight to the checkout is told where to do what it asks for.
  await page.goto('/cart/checkout')
  const trouble = page.getByRole('main').getByText(/Please change or remove it/)
  await expect(trouble).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Back to your cart' }).click()
  await expect(title(page)).toContainText('Your cart')
})

test('what was put into the cart elsewhere is not ordered before the shopper has seen what it comes to', async ({
  shopper: page,
}) => {
  forgive(page, answered(409))
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await goToPayment(page)
  await payWith(page)
  const total = await amount(page, /^Total/).textContent()
  await customer.put('pear-aquamarine-drop-earrings')

  await placeOrder(page).click()
  await expect(page.getByRole('alert').getByText('Your cart or its prices have changed.')).toBeVisible()
  expect(await customer.orders()).toEqual([])
  await expect(amount(page, /^Total/)).not.toHaveText(total ?? '')
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  expect(await customer.orders()).toMatchObject([{ items: [{}, {}] }])
})

test('a double click makes one order', async ({ shopper: page }) => {
  const customer = await customerWith(page, 'pear-aquamarine-drop-earrings')
  await goToPayment(page)
  await payWith(page)
  await placeOrder(page).dblclick()
  await expect(title(page)).toHaveText('Thank you for your order')
  expect(await customer.orders()).toHaveLength(1)
})

test('an answer that is lost, cut or somebody else’s makes one order, when the shopper tries again', async ({
  shopper: page,
}) => {
  forgive(page, /ERR_FAILED/, answered(403))
  const customer = await customerWith(page, 'pear-aquamarine-drop-earrings')
  await goToPayment(page)
  await payWith(page)
  const fates: ((route: Route) => Promise<void>)[] = [
    async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort()
    },
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).slice(0, 200) })
    },
    (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }),
  ]
  for (const fate of fates) {
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
    const meet = (route: Route) => fate(route).then(over)
    await page.route(`**${apiRoot}${paths.checkout}`, meet, { times: 1 })
    await placeOrder(page).click()
    await isOver
    await expect(page.getByRole('alert')).toHaveText(checkoutTexts.unanswered)
    expect(await customer.orders()).toHaveLength(1)
  }
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  const order = await onlyOrder(customer)
  await expect(page.getByRole('main')).toContainText(order?.order_number ?? 'an order')
})

/** The order arrives, and its answer does not. */
async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort()
}

test('who changes an order that was placed, but not answered, hears that it was, and is shown where it goes', async ({
  shopper: page,
}) => {
  forgive(page, /ERR_FAILED/)
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await goToPayment(page)
  await payWith(page)
  await page.route(`**${apiRoot}${paths.checkout}`, loseAnswer, { times: 1 })
  const total = await placeOrder(page).textContent()
  await placeOrder(page).click()
  await expect(page.getByRole('alert')).toHaveText(checkoutTexts.unanswered)
  await page.getByRole('button', { name: 'Edit delivery', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(checkoutTexts.probablyPlaced)
  await page.getByRole('radio', { name: /^Express/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const { probablyPlaced, placedAgain } = checkoutTexts
  await expect(placeOrder(page)).toHaveAccessibleDescription(`${probablyPlaced} ${placedAgain}`)
  await expect(placeOrder(page)).toHaveText(total ?? '')
  await expect(page.getByText('Standard, free')).toBeVisible()
  const [, amount = ''] = (total ?? '').split(' · ')
  await expect(page.getByRole('complementary', { name: 'Order Summary' })).toContainText(amount)
  await expectGoodPage(page)
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  const order = await onlyOrder(customer)
  expect(order?.shipping_method).toBe('standard')
  await expect(page.getByRole('main')).toContainText(
    `To Ada Quince, ${order?.shipping_address?.address_line_1}`,
  )
  await expectGoodPage(page)
})

test(
  'and so does who sent the changed order before the cart was seen to be empty',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    forgive(page, /ERR_FAILED/, answered(400))
    const customer = await customerWith(page, 'pearl-stud-earrings')
    await goToPayment(page)
    await payWith(page)
    const { promise: isCartLost, resolve: loseCart } = Promise.withResolvers<void>()
    await page.route(`**${apiRoot}${paths.cart}`, (route) => route.abort().then(loseCart))
    await page.route(`**${apiRoot}${paths.checkout}`, loseAnswer, { times: 1 })
    const total = await placeOrder(page).textContent()
    await placeOrder(page).click()
    await expect(page.getByRole('alert')).toHaveText(checkoutTexts.unanswered)
    await isCartLost
    await page.getByRole('button', { name: 'Edit delivery', exact: true }).click()
    await page.getByRole('radio', { name: /^Express/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(placeOrder(page)).not.toHaveText(total ?? '')
    await page.unroute(`**${apiRoot}${paths.cart}`)
    await placeOrder(page).click()
    const { earlierPlaced, placedAgain } = checkoutTexts
    await expect(page.getByRole('alert')).toHaveText(`${earlierPlaced} ${placedAgain}`)
    await expect(placeOrder(page)).toHaveText(total ?? '')
    await expect(page.getByText('Standard, free')).toBeVisible()
    await expectGoodPage(page)
    await placeOrder(page).click()
    await expect(title(page)).toHaveText('Thank you for your order')
    const order = await onlyOrder(customer)
    expect(order?.shipping_method).toBe('standard')
  },
)

test('a reload keeps what was typed, but never a card', async ({ shopper: page }) => {
  await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/cart/checkout')
  await page.getByLabel('Phone').fill('02079460999')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /^Overnight/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  )
  expect(kept).toContain('02079460999')
  expect(kept).not.toMatch(cardNumber)
  await page.getByRole('button', { name: /Shipping/ }).click()
  await expect(page.getByRole('radio', { name: /^Overnight/ })).toBeChecked()
})

test('a note for the jeweller is folded away until it is wanted, by keyboard too, survives a reload, and goes with the order', async ({
  shopper: page,
}) => {
  const customer = await customerWith(page, 'oval-signet-ring', 'S')
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  const note = page.getByRole('textbox', { name: 'Gift message or engraving' })
  await expect(page.getByRole('heading', { name: 'Shipping' })).toBeVisible()
  await expect(note).toBeHidden()
  await page.getByText('Add a gift message or engraving').press('Enter')
  await note.fill('A&B, inside the signet\nand a card: With love, Bo '.concat('x'.repeat(210)))
  await expect(note).toHaveAccessibleDescription(/An engraved piece cannot be returned/)
  await expect(page.getByText(/^\d\d characters left$/)).toBeVisible()
  await expectToLookGood(page)
  await note.fill('A&B, inside the signet\nand a card: With love, Bo')

  await page.reload()
  await expect(note).toHaveValue('A&B, inside the signet\nand a card: With love, Bo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page)
  await expect(page.getByRole('main')).toContainText('With love, Bo')
  await page.getByRole('button', { name: 'Edit gift message or engraving' }).click()
  await note.fill('A&B, inside the signet')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectGoodPage(page)
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  const [order] = await customer.orders()
  expect(order?.note).toBe('A&B, inside the signet')
  await page.goto(`/orders/${order?.order_number}`)
  const heading = page.getByRole('heading', { name: 'Gift message or engraving' })
  await expect(page.locator('section', { has: heading }).last()).toContainText('A&B, inside the signet')
  await expectGoodPage(page)

  // The next order begins without one.
  await customer.put('pearl-stud-earrings')
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Add a gift message or engraving').click()
  await expect(note).toHaveValue('')
})

test('that a card could not be saved for next time is told, with the way to where it can be', async ({
  shopper: page,
}) => {
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await goToPayment(page)
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  await payWith(page)
  // As many as one account can keep, saved in another tab.
  await customer.fillWallet()
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  await expectToHear(page, savedCardTexts.notKept)
  await holdMessages(page)
  await expectGoodPage(page)
  await messages(page).getByRole('button', { name: 'Payment Methods' }).click()
  await expect(page).toHaveURL('/account?tab=payment-methods')
  await expect(page.getByText(savedCardTexts.full)).toBeVisible()
})

test(
  'that nobody said whether a card was saved is told, with the way to where it can be seen',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    await customerWith(page, 'pearl-stud-earrings')
    await goToPayment(page)
    await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
    await payWith(page)
    // As of an order that is sent again after its answer was lost.
    await page.route(`**${apiRoot}${paths.checkout}`, async (route) => {
      const answer = await route.fetch()
      const { card_saved: _, ...placed } = await answer.json()
      await route.fulfill({ response: answer, json: placed })
    })
    await placeOrder(page).click()
    await expect(title(page)).toHaveText('Thank you for your order')
    await expectToHear(page, savedCardTexts.perhapsKept)
    await holdMessages(page)
    await expectGoodPage(page)
    await messages(page).getByRole('button', { name: 'Payment Methods' }).click()
    await expect(page).toHaveURL('/account?tab=payment-methods')
    await expect(page.getByText(/4242/)).toBeVisible()
  },
)

test(
  'whose profile cannot be read orders with the name and address they logged in with',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    forgive(page, answered(503))
    const customer = await customerWith(page, 'pearl-stud-earrings')
    await page.route(`**${apiRoot}${paths.profile}`, (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/cart/checkout')
    await expect(page.getByLabel('Email')).toHaveValue(customer.email)
    for (const [label, known] of [
      ['First name', /^\S/],
      ['Last name', /^\S/],
      ['Phone', /^$/],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(known)
    await page.getByLabel('Phone').fill('02079460123')
    await goToShipping(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await payWith(page)
    await placeOrder(page).click()
    await expect(title(page)).toHaveText('Thank you for your order')
    await expect(page.getByRole('main')).toContainText(customer.email)
  },
)

test(
  'addresses that cannot be read are asked for again in their own step',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    forgive(page, answered(503))
    await customerWith(page, 'pearl-stud-earrings')
    let isUp = false
    await page.route(`**${apiRoot}${paths.addresses}`, (route) =>
      isUp ? route.continue() : route.fulfill({ status: 503, json: {} }),
    )
    await page.goto('/cart/checkout')
    await page.getByLabel('Phone').fill('02079460999')
    await page.getByRole('button', { name: 'Continue' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(addressTexts.loadFailed)
    const step = page.getByRole('heading', { name: 'Shipping', exact: true })
    await expect(step).toBeFocused()
    await expectGoodPage(page)
    await expectToLookGood(page)

    await alert.getByRole('button', { name: 'Retry' }).click()
    // The button gives way to what is loading.
    await expect(step).toBeFocused()
    await expect(alert).toContainText(addressTexts.loadFailed)
    isUp = true
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('group', { name: 'Deliver to' }).getByRole('radio').first()).toBeChecked()
    await expect(step).toBeFocused()
    await page.getByRole('button', { name: 'Continue' }).click()
    await payWith(page)
    await expect(page.getByRole('main')).toContainText('02079460999')
  },
)

test('whose saved cards cannot be read is told so, loses nothing typed, and can ask for them again', async ({
  shopper: page,
}) => {
  forgive(page, answered(503))
  const account = await customerWith(page, 'pearl-stud-earrings')
  await account.keepsCard()
  let isUp = false
  await page.route(`**${apiRoot}${paths.paymentMethods}`, (route) =>
    isUp ? route.continue() : route.fulfill({ status: 503, json: {} }),
  )
  await goToPayment(page)
  const told = page.getByRole('main').getByText(savedCardTexts.unread)
  await expect(told).toBeVisible()
  await expectToLookGood(page)
  await typeCard(page)

  isUp = true
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('radio', { name: 'Mastercard ending 4444' }).waitFor()
  await expect(told).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Quince')
  await page.getByRole('radio', { name: 'Mastercard ending 4444' }).check()
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('main')).toContainText('One of your saved cards')
})

test('the bill may go elsewhere, and a card that was kept pays the next order', async ({ shopper: page }) => {
  const customer = await customerWith(page, 'pearl-stud-earrings')
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('checkbox', { name: 'Use a different billing address' }).check()
  const billing = page.getByRole('region', { name: 'Billing address' })
  await billing.getByLabel('Full name').fill('Bo Sloe')
  await billing.getByLabel('Address line 1').fill('3 Hedge Lane')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(billing.getByLabel('Town or city')).toBeFocused()
  await expect(billing.getByLabel('Town or city')).toHaveAccessibleDescription('City is required')
  await expectGoodPage(page)
  for (const [label, text] of [
    ['Town or city', 'Bath'],
    ['County or state', 'Somerset'],
    ['Postcode', 'BA1 1AA'],
  ] as const) {
    await billing.getByLabel(label).fill(text)
  }
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  await payWith(page)
  await expect(page.getByRole('main')).toContainText('3 Hedge Lane')
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  const [first] = await customer.orders()
  expect(first?.shipping_address).toMatchObject({ full_name: 'Ada Quince', city: 'London' })
  expect(first?.billing_address).toMatchObject({ full_name: 'Bo Sloe', city: 'Bath' })

  await customer.put('pearl-stud-earrings')
  await goToPayment(page)
  await expect(page.getByRole('radio', { name: /^Visa ending 4242/ })).toBeChecked()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Use this card' }).click()
  await page.getByRole('button', { name: 'Change payment details' }).click()
  await expect(page.getByRole('radio', { name: /^Visa ending 4242/ })).toBeFocused()
  await page.getByRole('button', { name: 'Use this card' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await placeOrder(page).click()
  await expect(title(page)).toHaveText('Thank you for your order')
  const [second] = await customer.orders()
  expect(second).toMatchObject({ payment_method: 'Visa ending 4242', billing_address: { city: 'London' } })
})
