import { type BrowserContext, type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { networkTexts } from '#contract/networkTexts.ts'
import { paths } from '#contract/paths.ts'
import { built } from './support/built.ts'
import { prepared } from './support/offline.ts'
import {
  awake,
  expectGoodPage,
  forgive,
  goToPayment,
  goToShipping,
  noNetwork,
  payWith,
  signedIn,
  test,
  typeCard,
  usePayment,
  watching,
  cardNumber,
} from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: networkTexts.title })
const line = (page: Page) => page.getByRole('status').filter({ hasText: networkTexts.offline })

async function openedAt(page: Page, path: string) {
  forgive(page, noNetwork)
  await page.goto(path)
  await awake(page)
  await watching(page)
}

/** A control half behind the line would count as too small, so the window is tall enough to hide none. */
async function expectGoodPageWithLine(page: Page) {
  const own = page.viewportSize()
  if (!own) throw new Error('A page without a window')
  await page.setViewportSize({ ...own, height: 5_000 })
  await expectGoodPage(page)
  await page.setViewportSize(own)
}

/** Does something that ends in a reload by the shop itself. */
async function reloaded(page: Page, act: () => Promise<unknown>) {
  await Promise.all([page.waitForEvent('load'), act()])
  await awake(page)
}

test('a part whose code is lost on the way leaves the page as it is, and comes once it can be had', async ({
  shopper: page,
}) => {
  forgive(page, noNetwork)
  await signedIn(page)
  const lost = ['src/shell/CountAnnouncer.tsx', 'src/shell/MobileMenu.tsx'].map((source) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return { address: `/${built(source)}`, promise, resolve }
  })
  for (const { address, resolve } of lost)
    await page.route(address, (route) => route.abort().then(resolve), { times: 1 })
  // The page must not find out that there is a network after all, and load itself anew.
  await page.route(`**${apiRoot}${paths.health}`, (route) => route.abort())
  await page.goto('/contact')
  await awake(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Half a sentence')
  await page.getByRole('button', { name: 'Menu' }).click()
  for (const { promise } of lost) await promise
  await expect(field).toHaveValue('Half a sentence')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are glad to help')

  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('link', { name: 'Account Details' })).toBeVisible()
  await expect(field).toHaveValue('Half a sentence')
})

test('who reads that there is no network while their order is confirmed is at the thanks afterwards', async ({
  shopper: page,
  context,
}) => {
  const customer = await signedIn(page)
  await customer.livesAt()
  await customer.put('pearl-stud-earrings')
  await openedAt(page, '/cart/checkout')
  await goToPayment(page)
  await payWith(page)
  await prepared(page)
  const placed = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  await page.route(`**${apiRoot}${paths.checkout}`, async (route) => {
    const response = await route.fetch()
    placed.resolve()
    await told.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: /^Place order/ }).click()
  await placed.promise
  await context.setOffline(true)
  await expect(dialog(page)).toBeVisible()
  told.resolve()
  const thanks = page.getByRole('heading', {
    level: 1,
    name: 'Thank you for your order',
    includeHidden: true,
  })
  await expect(thanks).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(thanks).toBeFocused()
})

test('losing the network opens the dialog; reading goes on offline, and its return reloads in the same place', async ({
  shopper: page,
  context,
}) => {
  await openedAt(page, '/products/rings')
  await context.setOffline(true)
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page)).toHaveAccessibleDescription(new RegExp(`^${networkTexts.message}`))
  const tryAgain = dialog(page).getByRole('button', { name: networkTexts.tryAgain })
  await expect(tryAgain).toBeFocused()
  await expectGoodPage(page)

  await tryAgain.click()
  await expect(dialog(page).getByText(networkTexts.stillNone)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(line(page)).toBeInViewport()
  await expectGoodPageWithLine(page)
  await line(page).getByRole('button', { name: networkTexts.tryAgain }).click()
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
  await expect(dialog(page)).toBeHidden()

  await page.evaluate(() => scrollTo(0, 700))
  await reloaded(page, () => context.setOffline(false))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700)
  await expect(line(page)).toBeHidden()
})

test('Try Again asks the server, and reloads when it answers', async ({ shopper: page, context }) => {
  forgive(page, noNetwork)
  await page.clock.install()
  await page.goto('/resources/size-guide')
  await watching(page)
  // Time stands still: the shop would also retry by itself, and be quicker than a slow hand.
  await page.clock.pauseAt(Date.now() + 60_000)
  await context.setOffline(true)
  const tryAgain = dialog(page).getByRole('button', { name: networkTexts.tryAgain })
  await tryAgain.click()
  await expect(dialog(page).getByText(networkTexts.stillNone)).toBeVisible()
  // Parts of the page that had not hydrated cannot be loaded now; their markup stays.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toHaveText(/size guide/i)
  // The browser reports that the network is back, but somebody else answers for the shop.
  await page.route('**/health/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }),
  )
  await context.setOffline(false)
  await tryAgain.click()
  await expect(dialog(page).getByText(networkTexts.stillNone)).toBeVisible()
  await page.unroute('**/health/')
  await Promise.all([page.waitForEvent('load'), tryAgain.click()])
  await page.clock.resume()
  await awake(page)
  await expect(dialog(page)).toBeHidden()
})

test('a captive portal is not the shop: what is asked for opens the dialog, what is not does not, and nothing is lost', async ({
  shopper: page,
}) => {
  await openedAt(page, '/contact')
  await page.route(`**${apiRoot}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay for the Wi-Fi</h1>' }),
  )
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByRole('textbox', { name: 'Message' }).fill('Is the ring still there?')
  await form.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await kept(page, 'Is the ring still there?')
  await Promise.all([page.waitForEvent('load'), page.unroute(`**${apiRoot}**`)])
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('Is the ring still there?')
})

test('a page whose code cannot be had says so in the shop’s own words, and comes with the network', async ({
  shopper: page,
  context,
}) => {
  forgive(page, /Unable to preload CSS|dynamically imported module/)
  await openedAt(page, '/products/rings')
  await prepared(page)
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(networkTexts.title)
  await reloaded(page, () => context.setOffline(false))
  await expect(title).toHaveText('Welcome back')
})

test('a read in the background that fails shows the line and no dialog', async ({ shopper: page }) => {
  await signedIn(page)
  await openedAt(page, '/about_us/careers')
  await page.route(`**${apiRoot}**`, (route) => route.abort())
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.reload()
  await expect(line(page)).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test('an order needs the network and says so; nothing is sent, nothing is kept, it goes once it is back, and its number stays', async ({
  shopper: page,
  context,
}) => {
  const customer = await signedIn(page)
  await customer.livesAt()
  await customer.put('pear-aquamarine-drop-earrings')
  await openedAt(page, '/cart/checkout')
  await goToShipping(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  // Only a very keen shopper types a card number again, so the page waits for their consent.
  await typeCard(page)
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
  await context.setOffline(false)
  const backAgain = page.getByRole('status').filter({ hasText: networkTexts.backOnline })
  await expect(backAgain).toBeVisible()
  await expect(page.getByLabel('Security code')).not.toHaveValue('')
  await usePayment(page)

  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
  const place = page.getByRole('button', { name: /^Place order/ })
  await expect(place).toBeDisabled()
  await expect(place).toHaveAccessibleDescription(checkoutTexts.needsNetwork)
  await expectGoodPageWithLine(page)
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
  )
  expect(kept).toContain(customer.email)
  expect(kept).not.toMatch(cardNumber)

  // The card is in this page only, so it is not reloaded.
  await context.setOffline(false)
  await expect(backAgain).toBeVisible()
  await place.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  expect(await customer.orders()).toHaveLength(1)

  // Nor are the thanks with the order's number, which no other page would show again.
  await context.setOffline(true)
  await dialog(page).getByRole('button', { name: networkTexts.continueOffline }).click()
  await context.setOffline(false)
  await expect(backAgain).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  await expect(page.getByRole('main').getByText(/^DMS-[A-Z0-9]{8}$/)).toBeVisible()
})

type Form = {
  path: string
  /** Goes to the form; after the reload it is there by itself. */
  reach?: (page: Page) => Promise<unknown>
  /** Opens what is closed after a reload: before and after. */
  open?: (page: Page) => Promise<unknown>
  fields: Record<string, string>
  /** What is ticked or chosen. */
  ticks?: readonly RegExp[]
}

const field = (page: Page, label: string) =>
  page
    .locator('dialog[open], main, footer')
    .getByRole('textbox', { name: label, exact: true })
    .or(page.locator('dialog[open], header').getByRole('searchbox', { name: label }))

const tick = (page: Page, name: RegExp) =>
  page
    .locator('dialog[open], main')
    .getByRole('checkbox', { name })
    .or(page.locator('dialog[open], main').getByRole('radio', { name }))

/** The code that keeps typed text is loaded when it is first needed. */
const kept = (page: Page, typed: string) =>
  expect
    .poll(() =>
      page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((one) => Object.entries(one)))),
    )
    .toContain(typed)

/** Types into each form in a tab of its own, loses the network in all of them, and gets it back. */
async function throughReload(context: BrowserContext, forms: readonly Form[]) {
  const tabs = []
  for (const form of forms) {
    const page = await context.newPage()
    await page.goto(form.path)
    await awake(page)
    await form.reach?.(page)
    await form.open?.(page)
    for (const name of form.ticks ?? []) await tick(page, name).check()
    for (const [label, typed] of Object.entries(form.fields)) await field(page, label).fill(typed)
    await page.keyboard.press('ArrowLeft')
    for (const typed of Object.values(form.fields)) await kept(page, typed)
    await watching(page)
    tabs.push({ page, form })
  }
  await context.setOffline(true)
  for (const { page } of tabs) await expect(dialog(page)).toBeVisible()
  await Promise.all([...tabs.map(({ page }) => page.waitForEvent('load')), context.setOffline(false)])
  for (const { page, form } of tabs) {
    await awake(page)
    await form.open?.(page)
    for (const [label, typed] of Object.entries(form.fields))
      await expect(field(page, label)).toHaveValue(typed)
    for (const name of form.ticks ?? []) await expect(tick(page, name)).toBeChecked()
  }
  return tabs.map(({ page }) => page)
}

test('the reload on reconnection keeps what a guest has typed, and the cursor', async ({
  context,
  isMobile,
}) => {
  const contact: Form = {
    path: '/contact',
    fields: {
      Name: 'Ada Quince',
      Email: 'ada@example.net',
      'Subject (optional)': 'A ring',
      Message: 'Is the ring still there?',
    },
  }
  const search: Form = {
    path: '/about_us/careers',
    ...(isMobile && { open: (page) => page.getByRole('button', { name: 'Menu' }).click() }),
    fields: { 'Search the shop': 'sapphire' },
  }
  const [page] = await throughReload(context, [
    contact,
    {
      path: '/sign-up',
      fields: {
        'First name': 'Ada',
        'Last name': 'Quince',
        Email: 'ada@example.com',
        'Contact number': '02079460123',
      },
      ticks: [/agree/i],
    },
    { path: '/login', fields: { Email: 'ada@example.com' } },
    { path: '/forget-password', fields: { Email: 'ada@example.org' } },
    { path: '/track-order', fields: { 'Order number': 'DMS-7K3M9QXT' } },
    { path: '/terms-and-conditions', fields: { 'Email address for the newsletter': 'letters@example.com' } },
    search,
  ])
  if (!page) throw new Error('No tab')
  const message = field(page, 'Message')
  await expect(message).toBeFocused()
  const cursor = () =>
    message.evaluate((area) => (area instanceof HTMLTextAreaElement ? area.selectionEnd : null))
  await expect.poll(cursor).toBe('Is the ring still there'.length)
})

test('the reload on reconnection keeps what a customer has typed, and opens what was open', async ({
  page,
  context,
}) => {
  const customer = await signedIn(page)
  // Bought before, so that it may be reviewed.
  await customer.livesAt()
  await customer.put('pear-aquamarine-drop-earrings')
  await customer.order()
  await customer.movesOut()
  await customer.put('pear-aquamarine-drop-earrings')
  await page.goto('/')
  const press = (name: string) => (tab: Page) => tab.getByRole('button', { name }).click()
  // The tabs belong to the same customer.
  const [checkout] = await throughReload(context, [
    {
      path: '/cart/checkout',
      reach: async (tab) => {
        await tab.getByLabel('Phone').fill('02079460999')
        await press('Continue')(tab)
      },
      ticks: [/^Express/],
      fields: { 'Full name': 'Grace Quince', 'Address line 1': '3 Plum Lane', 'Town or city': 'Bath' },
    },
    {
      path: '/cart',
      reach: (tab) => tab.getByText('Have a coupon?').click(),
      fields: { 'Coupon code': 'SAVE' },
    },
    {
      path: '/products/pear-aquamarine-drop-earrings',
      reach: press('Write a review'),
      ticks: [/^4 stars/],
      fields: { Title: 'Light as air', 'Your review': 'I forget that I wear it.' },
    },
    { path: '/account', reach: press('Edit'), fields: { 'First name': 'Augusta' } },
    {
      path: '/account?tab=addresses',
      reach: press('Add Address'),
      fields: { 'Full name': 'Bo Sloe', Postcode: 'EC1R 4QL' },
    },
  ])
  if (!checkout) throw new Error('No tab')
  await press('Back')(checkout)
  await expect(checkout.getByLabel('Phone')).toHaveValue('02079460999')
})

test('a typed password keeps the page as it is, until the shopper reloads it', async ({
  shopper: page,
  context,
}) => {
  await openedAt(page, '/sign-up')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Password', { exact: true }).fill('plum-stone-7')
  await kept(page, 'Ada')
  await context.setOffline(true)
  await page.getByRole('button', { name: networkTexts.continueOffline }).click()
  await context.setOffline(false)
  const bar = page.getByRole('status').filter({ hasText: networkTexts.backOnline })
  await expect(bar).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('plum-stone-7')
  await expectGoodPageWithLine(page)
  await reloaded(page, () => bar.getByRole('button', { name: networkTexts.reload }).click())
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test(
  'a weight or a quantity that is being typed keeps the page as it is, until it is taken',
  { tag: inLongForm },
  async ({ shopper: page, context }) => {
    const customer = await signedIn(page)
    await customer.put('pear-aquamarine-drop-earrings')
    for (const { path, open, field, taken } of [
      {
        path: '/products/rings',
        open: async () => {
          await page.getByRole('button', { name: 'Filter' }).click()
          await page.getByRole('dialog').getByText('Weight', { exact: true }).click()
        },
        field: page.getByRole('textbox', { name: 'From weight in grams' }),
        taken: () => expect(page).toHaveURL(/min_weight=12/),
      },
      {
        path: '/cart',
        open: () => expect(page.getByRole('main')).toContainText('Pear Aquamarine Drop Earrings'),
        field: page.getByRole('spinbutton', { name: 'Quantity of Pear Aquamarine Drop Earrings' }),
        taken: () => expect.poll(() => customer.cart()).toEqual(['pear-aquamarine-drop-earrings 12']),
      },
    ]) {
      await openedAt(page, path)
      await open()
      await context.setOffline(true)
      await page.getByRole('button', { name: networkTexts.continueOffline }).click()
      await field.fill('12')
      await context.setOffline(false)
      await expect(page.getByRole('status').filter({ hasText: networkTexts.backOnline })).toBeVisible()
      await expect(field).toHaveValue('12')
      await expect(field).toBeFocused()
      await field.press('Enter')
      await taken()
    }
  },
)

test('a page that the browser kept and shows again has the cart as it is now', async ({ shopper: page }) => {
  const customer = await signedIn(page)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(checkoutTexts.emptyCart)
  await watching(page)
  await customer.put('pear-aquamarine-drop-earrings')
  // Playwright's browser has no back/forward cache, so the event is simulated; its listener is loaded a moment after
  // the page. Not repeated soon, because that restarts reads in progress.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page.getByRole('main')).toContainText('Pear Aquamarine Drop Earrings', { timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
})
