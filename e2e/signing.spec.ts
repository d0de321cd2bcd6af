import { orderTexts } from '#contract/orderTexts.ts'
import { type Page, expect } from '@playwright/test'
import { accountTexts } from '#contract/accountTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { couponTexts } from '#contract/coupons.ts'
import { paths } from '#contract/paths.ts'
import { resetTexts } from '#contract/resetTexts.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { viewedKey } from '#src/lib/storage.ts'
import { linkMailed } from './support/mails.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToHear,
  forgive,
  goToPayment,
  holdMessages,
  messages,
  noNetwork,
  payWith,
  registered,
  signedIn,
  test,
} from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await main(page).getByRole('button', { name: 'Login' }).click()
}

/** A guest adds a piece, and is asked to log in. */
async function wantPearls(page: Page) {
  await page.goto('/products/pearl-stud-earrings')
  await awake(page)
  await main(page).getByRole('button', { name: 'Add to cart' }).first().click()
}

async function signOut(page: Page) {
  await awake(page)
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: authTexts.signOut }).click()
}

/** Label, text typed, message about it. */
type Fault = readonly [label: string, typed: string, message: string]

async function expectFaults(page: Page, button: string, faults: readonly Fault[]) {
  for (const [label, typed] of faults) await field(page, label).fill(typed)
  await main(page).getByRole('button', { name: button }).click()
  for (const [label, , message] of faults) {
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${escaped(message)}`))
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(field(page, faults[0]?.[0] ?? '')).toBeFocused()
}
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('sign-up says beside each field what is wrong with it', async ({ shopper: page }) => {
  await page.goto('/sign-up')
  await awake(page)
  await expectFaults(page, 'Sign Up', [
    ['First name', ' ', 'First name is required'],
    ['Last name', '', 'Last name is required'],
    ['Contact number', '', 'Contact number is required'],
    ['Email', '', 'Email is required'],
    ['Password', '', 'Password is required'],
    ['Confirm password', '', 'Please confirm your password'],
  ])
  const terms = page.getByRole('checkbox', { name: /terms/ })
  await expect(terms).toHaveAccessibleDescription('You must agree to the terms')

  await field(page, 'First name').fill('Ada')
  await expect(field(page, 'First name')).not.toHaveAttribute('aria-invalid')
  await field(page, 'Last name').fill('Quince')
  await expectFaults(page, 'Sign Up', [
    ['Contact number', '+44 20 7946 0123', 'Please enter a valid phone number (10-15 digits)'],
    ['Email', 'ada@example', 'Please enter a valid email'],
    ['Password', 'plum', 'Password must be at least 6 characters'],
  ])
  // Its digits are enough.
  await expect(field(page, 'Contact number')).toHaveAccessibleDescription(/00 instead of \+/)
  await field(page, 'Email').fill('ada@example.com')
  await field(page, 'Contact number').fill('02079460123')
  await field(page, 'Password').fill('plum-stone-7')
  await terms.check()
  await expectFaults(page, 'Sign Up', [['Confirm password', 'plum-stone-8', 'Passwords do not match']])
  await expect(page).toHaveURL('/sign-up')
})

test('who presses Enter in the field that is at fault hears why, each time', async ({ shopper: page }) => {
  await page.goto('/forgot-password')
  await awake(page)
  const email = field(page, 'Email')
  await email.fill('ada')
  const wrong = 'Please enter a valid email'
  const said = main(page).getByRole('alert')
  await email.press('Enter')
  await expect(said).toHaveText(wrong)
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(wrong)
  // What is announced is what is new on the page.
  const before = await said.elementHandle()
  await email.press('Enter')
  await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(said).toHaveText(wrong)
  await email.fill('ada@')
  await expect(said).toHaveCount(0)
})

test('login says what is wrong, and tells nobody which half of it', async ({ shopper: page }) => {
  forgive(page, answered(401))
  const ada = await registered(page)
  await page.goto('/login')
  await awake(page)
  await expectFaults(page, 'Login', [
    ['Email', '', 'Email is required'],
    ['Password', '', 'Password is required'],
  ])
  await expectFaults(page, 'Login', [
    ['Email', 'ada', 'Please enter a valid email'],
    ['Password', 'plum', 'Password must be at least 6 characters'],
  ])
  for (const email of [ada.email, `nobody-${ada.email}`]) {
    const refusal = page.waitForResponse(/\/auth\/login\//)
    await logIn(page, { email, password: 'wrong-stone-7' })
    expect((await refusal).status()).toBe(401)
    await expect(main(page).getByRole('alert')).toHaveText(authTexts.invalidCredentials)
  }
  await expect(page).toHaveURL('/login')
})

test('a customer’s page leads a guest to the login, and the login back to it', async ({ shopper: page }) => {
  forgive(page, answered(404))
  const ada = await registered(page)
  await page.goto('/orders/DMS-AAAAAAAA')
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.goto('/account?tab=addresses')
  await expect(page).toHaveURL('/login?from=%2Faccount%3Ftab%3Daddresses')
  await expect(main(page).getByText(texts.guest.addresses)).toBeVisible()
  await page.goto('/cart')
  await expect(page).toHaveURL('/login?from=%2Fcart')
  await expect(title(page)).toHaveText('Welcome back')
  await logIn(page, ada)
  await expectToHear(page, authTexts.loggedIn)
  await expect(page).toHaveURL('/cart')
  await expect(title(page)).toHaveText('Your cart is empty')

  // Somebody who is logged in already is not asked again.
  await page.goto('/login?from=%2Forders%2FDMS-AAAAAAAA')
  await expect(page).toHaveURL('/orders/DMS-AAAAAAAA')
  await expect(page.getByText(orderTexts.notFound)).toBeVisible()
  await expect(page).toHaveTitle(`Order not found | ${shop.name}`)
})

test('no address leads out of the shop after the login', async ({ shopper: page }) => {
  const ada = await registered(page)
  await page.goto('/login?from=https%3A%2F%2Fevil.example%2F')
  await awake(page)
  await logIn(page, ada)
  await expect(page).toHaveURL('/')
  for (const from of [
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    'javascript:alert(1)',
    '/login',
  ]) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`)
    await expect(page, from).toHaveURL('/')
  }
})

test('a session outlives a reload and ends with every trace of it', async ({ shopper: page }) => {
  const ada = await registered(page)
  await page.goto('/login?from=%2Forders')
  await awake(page)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await logIn(page, ada)
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText(orderTexts.none)).toBeVisible()
  await page.reload()
  await expect(page.getByText(orderTexts.none)).toBeVisible()

  await page.goto('/products/oval-signet-ring')
  await awake(page)
  await expect.poll(() => stored(page, viewedKey)).toContain('oval-signet-ring')
  await signOut(page)
  await expectToHear(page, authTexts.loggedOut)
  await expect(page).toHaveURL('/')
  const { access, refresh, user, isFirstLogin } = storageKeys
  for (const key of [access, refresh, user, isFirstLogin, viewedKey]) {
    expect(await stored(page, key), key).toBeNull()
  }

  expect(await stored(page, storageKeys.rememberMe)).toBe(ada.email)
  await page.goto('/login')
  await awake(page)
  await expect(field(page, 'Email')).toHaveValue(ada.email)
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
})

test('signing out in one tab signs out in the other', async ({ shopper: page, context }) => {
  await signedIn(page)
  await page.goto('/cart')
  await expect(title(page)).toHaveText('Your cart is empty')
  const home = await context.newPage()
  await home.goto('/')
  await awake(home)
  await home.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await expect(home.getByRole('button', { name: authTexts.signOut })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/orders')
  await signOut(other)
  await expect(page).toHaveURL(/\/login/)
  await expect(home.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(home.getByRole('button', { name: authTexts.signOut })).toBeHidden()
})

/** As if the server had: it knows neither token. */
const endSession = (page: Page) =>
  page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem(access, 'spoilt')
      localStorage.setItem(refresh, 'spoilt')
    },
    [storageKeys.access, storageKeys.refresh] as const,
  )

test('a session that the server has ended leads to the login', async ({ shopper: page }) => {
  forgive(page, answered(401))
  await signedIn(page)
  await page.goto('/orders')
  await expect(page.getByText(orderTexts.none)).toBeVisible()
  await endSession(page)
  await page.goto('/cart')
  await expect(page).toHaveURL(/\/login/)
  await expectToHear(page, authTexts.sessionExpired)
  await expect.poll(() => stored(page, storageKeys.access)).toBeNull()
})

test('what was being typed when the session ended is there again after the login, and in nobody else’s forms', async ({
  shopper: page,
}) => {
  forgive(page, answered(401))
  const ada = await signedIn(page)
  const openForm = async () => {
    await main(page).getByRole('button', { name: 'Add Address' }).click()
    return (label: string) => page.getByRole('dialog').getByLabel(label)
  }
  await page.goto('/account?tab=addresses')
  const field = await openForm()
  for (const [label, text] of [
    ['Full name', 'Ada Quince'],
    ['Address line 1', '14 Orchard Row'],
    ['Town or city', 'Bath'],
    ['County or state', 'Somerset'],
    ['Postcode', 'BA1 1AA'],
    ['Phone', '02079460123'],
  ] as const)
    await field(label).fill(text)
  await expect.poll(() => stored(page, 'drafts')).toContain('02079460123')
  await endSession(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save Address' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expectToHear(page, authTexts.sessionExpired)
  await holdMessages(page)
  expect((await stored(page, 'drafts')) ?? '').not.toContain('Bath')

  await main(page).getByLabel('Email').fill(ada.email)
  await main(page).getByLabel('Password', { exact: true }).fill(ada.password)
  await main(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/account?tab=addresses')
  await expect(page.getByText(authTexts.sessionExpired)).toBeHidden()
  await openForm()
  await expect(field('Town or city')).toHaveValue('Bath')
  await expect(field('Phone')).toHaveValue('02079460123')
  expect(await stored(page, 'left-drafts')).toBeNull()
})

/** A customer who is about to pay, with a coupon, and what it says on the button. */
async function withCoupon(page: Page) {
  const ada = await signedIn(page)
  await ada.livesAt()
  await ada.put('pearl-stud-earrings')
  await page.goto('/cart')
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('SAVE20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectToHear(page, couponTexts.applied)
  await goToPayment(page)
  await payWith(page)
  const placeOrder = page.getByRole('button', { name: /^Place order/ })
  return { ada, placeOrder, price: await placeOrder.textContent() }
}

test('the coupon of who was to pay when the session ended is in their order all the same', async ({
  shopper: page,
}) => {
  forgive(page, answered(401))
  const { ada, placeOrder, price } = await withCoupon(page)
  await endSession(page)
  await placeOrder.click()
  await expect(page).toHaveURL(/\/login/)

  await logIn(page, ada)
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  await payWith(page)
  await expect(placeOrder).toHaveText(price ?? '')
  await placeOrder.click()
  await expect(title(page)).toHaveText('Thank you for your order')
  expect(await ada.orders()).toMatchObject([{ coupon_code: 'SAVE20' }])
})

test('and so it is when the session ends, and they log in again, in another tab', async ({
  shopper: page,
}) => {
  forgive(page, answered(401))
  const { ada, placeOrder, price } = await withCoupon(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await awake(other)
  await endSession(other)
  await other.goto('/orders')
  await expect(other).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)

  await logIn(other, ada)
  await expect(other).toHaveURL('/orders')
  await goToPayment(page)
  await payWith(page)
  await expect(placeOrder).toHaveText(price ?? '')
})

test('the link in the mail confirms the address at a press, also when it is opened twice, and no other link does', async ({
  shopper: page,
  baseURL,
}) => {
  forgive(page, answered(400))
  const { email } = await registered(page)
  const link = await linkMailed(baseURL, email, '/verify-email?token=')
  for (let time = 0; time < 2; time += 1) {
    await page.goto(link)
    await main(page).getByRole('button', { name: 'Confirm my email address' }).click()
    await expect(main(page).getByRole('status')).toHaveText(authTexts.emailVerified)
    await expect(page).toHaveURL('/verify-email')
  }
  await page.goto('/verify-email?token=nobodys')
  await main(page).getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(main(page).getByRole('alert')).toHaveText(authTexts.invalidToken)
  await main(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('whom the link never reached has another sent from their account, which says so until it is opened', async ({
  shopper: page,
  baseURL,
}) => {
  const { email, firstName, lastName } = await signedIn(page)
  const first = await linkMailed(baseURL, email, '/verify-email?token=')
  await page.goto('/account')
  await expect(main(page).getByText('Your email address is not verified yet')).toBeVisible()
  await main(page).getByRole('button', { name: 'Send the link again' }).click()
  await expectToHear(page, accountTexts.linkMailed)
  await expectGoodPage(page)

  await expect.poll(() => linkMailed(baseURL, email, '/verify-email?token=')).not.toBe(first)
  await page.goto(await linkMailed(baseURL, email, '/verify-email?token='))
  await main(page).getByRole('button', { name: 'Confirm my email address' }).click()
  await main(page)
    .getByRole('link', { name: `Account of ${firstName} ${lastName}` })
    .click()
  await expect(main(page).getByText(email)).not.toHaveCount(0)
  await expect(main(page).getByText('Your email address is not verified yet')).toBeHidden()
})

test('who never hears that their new password was taken is not told that the link is dead, but to try it', async ({
  shopper: page,
  baseURL,
}) => {
  forgive(page, answered(400), noNetwork)
  const ada = await registered(page)
  await page.request.post(apiRoot + paths.forgotPassword, { data: { email: ada.email } })
  await page.goto(await linkMailed(baseURL, ada.email, '/reset-password?token='))
  await awake(page)
  // The server answers, and the line breaks before the answer is there.
  await page.route(
    `**${apiRoot}${paths.resetPassword}`,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await field(page, 'New password').fill('Plum-stone-8')
  await field(page, 'Confirm password').fill('Plum-stone-8')
  await main(page).getByRole('button', { name: 'Reset Password' }).click()
  await expect(main(page).getByRole('alert')).toHaveText(resetTexts.unheard)
  await main(page).getByRole('button', { name: 'Reset Password' }).click()
  await expect(main(page).getByRole('alert')).toHaveText(resetTexts.mayBeSet)
  await expect(title(page)).toBeFocused()
  await expectGoodPage(page)
  await page.reload()
  await expect(main(page).getByRole('alert')).toHaveText(resetTexts.mayBeSet)
  await awake(page)
  await main(page).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, { email: ada.email, password: 'Plum-stone-8' })
  await expectToHear(page, authTexts.loggedIn)
})

for (const [what, button] of [
  ['the cart', 'Add to cart'],
  ['a wish', 'Add Pearl Stud Earrings to wishlist'],
] as const)
  test(
    `who logs in for ${what} is back on the piece, and one step back leads to the listing as it was left`,
    { tag: what === 'the cart' ? [] : inLongForm },
    async ({ shopper: page }) => {
      const ada = await registered(page)
      await page.goto('/products/earrings')
      await awake(page)
      const card = main(page).getByRole('link', { name: 'Pearl Stud Earrings' })
      await card.scrollIntoViewIfNeeded()
      const left = await page.evaluate(() => scrollY)
      await card.click()
      await expect(title(page)).toHaveText('Pearl Stud Earrings')
      await main(page).getByRole('button', { name: button }).first().click()
      await messages(page).getByRole('button', { name: 'Log in' }).click()
      await logIn(page, ada)
      await expect(page).toHaveURL('/products/pearl-stud-earrings')
      await expect(title(page)).toHaveText('Pearl Stud Earrings')
      await main(page).getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL('/products/earrings')
      await expect(title(page)).toHaveText('Earrings')
      await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), left)).toBeLessThan(80)
    },
  )

test(
  'who logs in for a wish later, and by another way, is back on the piece',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const ada = await registered(page)
    await page.goto('/products/pearl-stud-earrings')
    await awake(page)
    await main(page).getByRole('button', { name: 'Add Pearl Stud Earrings to wishlist' }).first().click()
    await expectToHear(page, texts.guest.wishlistAdd)
    await page.goto('/login')
    await logIn(page, ada)
    await expectToHear(page, wishlistTexts.addedAfterLogin)
    await expect(page).toHaveURL('/products/pearl-stud-earrings')
  },
)

test(
  'who logs in in another tab has what they wanted in this one, which asks no more',
  { tag: inLongForm },
  async ({ shopper: page, context }) => {
    const ada = await registered(page)
    await wantPearls(page)
    await messages(page).getByRole('button', { name: 'Log in' }).click()
    await expect(title(page)).toHaveText('Welcome back')
    // As from the email that confirms the address.
    const other = await context.newPage()
    await other.goto('/login')
    await awake(other)
    await logIn(other, ada)
    await expectToHear(page, cartTexts.addedAfterLogin(1))
    await expect(page).toHaveURL('/products/pearl-stud-earrings')
    await expect(page.getByRole('link', { name: 'In Cart' })).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(/login/)
  },
)

test(
  'who has logged in elsewhere before they come to the login has what they wanted, too',
  { tag: inLongForm },
  async ({ shopper: page, context }) => {
    const ada = await registered(page)
    await wantPearls(page)
    await expectToHear(page, texts.guest.cart)
    const other = await context.newPage()
    await other.goto('/login')
    await awake(other)
    await logIn(other, ada)
    await expect(other).toHaveURL('/')
    await page.goto('/login?from=%2Fproducts%2Fearrings')
    await expect(page).toHaveURL('/products/earrings')
    await expectToHear(page, cartTexts.addedAfterLogin(1))
  },
)

test('who wanted several pieces has all of them in the cart after the login, and is back on the last', async ({
  shopper: page,
}) => {
  const ada = await registered(page)
  const wanted = ['pear-aquamarine-drop-earrings', 'pearl-stud-earrings']
  for (const slug of wanted) {
    await page.goto(`/products/${slug}`)
    await awake(page)
    await main(page).getByRole('button', { name: 'Add to cart' }).first().click()
    // What is heard of the second is what was heard of the first.
    await expect(messages(page).getByRole('button', { name: 'Log in' })).toBeVisible()
  }
  await page.goto('/login')
  await logIn(page, ada)
  await expectToHear(page, cartTexts.addedAfterLogin(2))
  await expect(page).toHaveURL('/products/pearl-stud-earrings')
  await page.goto('/cart')
  for (const slug of wanted)
    await expect(main(page).locator(`a[href="/products/${slug}"]`).first()).toBeVisible()
})

test(
  'who has gone on while they were asked to log in is back on the piece all the same',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const ada = await registered(page)
    await wantPearls(page)
    await expectToHear(page, texts.guest.cart)
    await holdMessages(page)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Earrings' }).click()
    await expect(title(page)).toHaveText('Earrings')
    await messages(page).getByRole('button', { name: 'Log in' }).click()
    await logIn(page, ada)
    await expect(page).toHaveURL('/products/pearl-stud-earrings')
  },
)
