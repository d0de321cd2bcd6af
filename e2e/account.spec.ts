import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { accountTexts } from '#contract/accountTexts.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { mostSavedCards } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { shop } from '#contract/shop.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { texts } from '#contract/texts.ts'
import {
  answered,
  awake,
  expectGoodPage,
  expectToHear,
  forgive,
  home,
  isPhone,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'
import { expectToSuitFingers, fingersOn, placeOf } from './support/fingers.ts'
import { heldBack } from './support/heldBack.ts'
import { drawn, shifted, watchShifts } from './support/shifts.ts'
import { inLongForm } from './support/screens.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Opens a part of the account through its menu, which a button opens if there is no space for it. */
async function goTo(page: Page, part: string) {
  if (isPhone(page)) await button(page, /^Part of your account/).click()
  await main(page).getByRole('navigation').getByRole('link', { name: part }).click()
}

test('the account has five parts, each with an address of its own', async ({ shopper: page }) => {
  const ada = await signedIn(page)
  await ada.livesAt()
  await ada.put('pearl-stud-earrings')
  await ada.order()
  await page.goto('/account')
  const side = main(page).getByRole('complementary', { name: 'Your account' })
  await expect(side).toContainText('AQ')
  await expect(side).toContainText('Ada Quince')
  await expect(side).toContainText(ada.email)
  await expect(title(page)).toHaveText('Profile Information')
  await expect(main(page).getByRole('link', { name: /^Order DMS-/ })).toHaveCount(1)
  await expect(page).toHaveTitle(`Profile | ${shop.name}`)
  await expectGoodPage(page)

  for (const [part, tab, heading] of [
    ['Addresses', 'addresses', 'Addresses'],
    ['Orders', 'orders', 'Orders'],
    ['Wishlist', 'wishlist', 'My Wishlist (0)'],
    ['Payment Methods', 'payment-methods', 'Payment Methods'],
  ] as const) {
    await goTo(page, part)
    await expect(page).toHaveURL(`/account?tab=${tab}`)
    await expect(title(page)).toHaveText(heading)
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle(`${part} | ${shop.name}`)
    await expectGoodPage(page)
    if (isPhone(page)) await expectToSuitFingers(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectGoodPage(page)
  await page.goBack()
  await expect(title(page)).toHaveText('My Wishlist (0)')
  await page.goto('/account?tab=addresses')
  await expect(main(page).getByText(home.address_line_1)).toBeVisible()
  await page.goto('/account?tab=nonsense')
  await expect(title(page)).toHaveText('Profile Information')
})

test(
  'a double press on what opens a form leaves the cursor in it',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    await signedIn(page)
    await page.goto('/account')
    await awake(page)
    for (const [name, field] of [
      ['Edit', 'First name'],
      ['Change Password', 'Current password'],
    ] as const) {
      await button(page, name).dblclick()
      await expect(main(page).getByLabel(field)).toBeFocused()
    }
  },
)

test('personal information is read, edited and saved in one place', async ({ shopper: page }) => {
  const ada = await signedIn(page)
  await page.goto('/account')
  await button(page, 'Edit').click()
  const field = (label: string) => main(page).getByLabel(label)
  await expect(field('First name')).toBeFocused()
  await field('First name').fill(' ')
  await field('Contact number').fill('020')
  await button(page, 'Save Changes').click()
  await expect(field('First name')).toHaveAccessibleDescription('First name is required')
  await expect(field('Contact number')).toHaveAccessibleDescription(/valid phone number/)
  await expect(field('First name')).toBeFocused()
  await expectGoodPage(page)

  await field('First name').fill('Augusta')
  await field('Contact number').fill('')
  await field('Email').fill(`new-${ada.email}`)
  await button(page, 'Save Changes').click()
  await expectToHear(page, accountTexts.updated)
  await expect(button(page, 'Edit')).toBeFocused()
  await expect(main(page).getByText(`Please confirm new-${ada.email}`)).toBeVisible()
  await expect(main(page).getByRole('complementary')).toContainText('Augusta Quince')
  await expectGoodPage(page)
  await page.reload()
  await expect(main(page).getByRole('complementary')).toContainText('Augusta Quince')
  await expect(main(page).getByRole('complementary')).toContainText(new RegExp(`(?<!new-)${ada.email}`))

  await button(page, 'Keep the old one').click()
  await expect(main(page).getByText('Please confirm')).toBeHidden()
  await expect(button(page, 'Edit')).toBeFocused()
  const kept = () => page.evaluate<unknown>(() => JSON.parse(localStorage.getItem('user_data') ?? ''))
  await expect.poll(kept).toMatchObject({ first_name: 'Augusta', email: ada.email })
})

test('a new password is taken when all is right, and signs out every other browser', async ({
  shopper: page,
  browser,
}) => {
  forgive(page, answered(400))
  const ada = await signedIn(page)
  const elsewhere = await browser.newPage()
  const there = await elsewhere.request.post(apiRoot + paths.login, {
    data: { email: ada.email, password: ada.password },
  })
  const { access } = await there.json()
  const isSignedIn = async () =>
    (
      await elsewhere.request.get(apiRoot + paths.profile, { headers: { authorization: `Bearer ${access}` } })
    ).ok()
  expect(await isSignedIn()).toBe(true)

  // As a password manager does that advises a new one.
  await watchShifts(page)
  const profileArrives = await heldBack(page, `**${apiRoot}${paths.profile}`)
  await page.goto('/.well-known/change-password')
  const submit = button(page, 'Change Password')
  const expectRefusal = async (reason: string) => {
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription(reason)
  }
  const field = (label: string) => main(page).getByLabel(label, { exact: true })
  // The other part of the page is the first to arrive, and is as low as it gets.
  await expect(main(page).getByText('No orders found.')).toBeAttached()
  profileArrives()
  await expect(field('Current password')).toBeFocused()
  await expect(main(page).getByText('No orders found.')).toBeVisible()
  await drawn(page)
  expect(await shifted(page)).toBeLessThan(0.02)
  await expectRefusal(passwordChangeTexts.fillAll)
  await field('Current password').fill('plum-stone-8')
  await field('New password').fill('plum-7')
  await field('Confirm new password').fill('plum-7')
  await expectRefusal('Password must be at least 8 characters long')
  await field('New password').fill('damson-stones')
  await expectRefusal('New passwords do not match')
  await field('New password').press('Enter')
  await expect(field('Confirm new password')).toBeFocused()
  await expect(field('Confirm new password')).toHaveAccessibleDescription('New passwords do not match')
  await expectGoodPage(page)
  await field('Confirm new password').fill('damson-stones')
  await submit.click()
  await expect(field('Current password')).toHaveAccessibleDescription(passwordChangeTexts.wrongCurrent)
  await expect(field('Current password')).toBeFocused()
  await field('Current password').fill(ada.password)
  await submit.click()
  await expectToHear(page, passwordChangeTexts.changed)
  await expect(main(page).getByText(/^Last changed on/)).toBeVisible()
  expect(await isSignedIn()).toBe(false)

  const old = main(page).getByText('Your password is more than 90 days old.')
  await expect(old).toBeHidden()
  await page.clock.setFixedTime(Date.now() + 1_000 * 24 * 3_600_000)
  await page.reload()
  await expect(field('Current password')).toBeVisible()
  await expect(old, 'a phone that is years ahead').toBeHidden()
  const date = new Date(Date.now() + 91 * 24 * 3_600_000).toUTCString()
  await page.route(`**${apiRoot}**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await page.reload()
  await expect(old, 'a server three months later').toBeVisible()
  await elsewhere.close()
})

test('addresses are added, changed, preferred and deleted, and one is always the default', async ({
  shopper: page,
}) => {
  await signedIn(page)
  await page.goto('/account?tab=addresses')
  const field = (label: string) => dialog(page).getByLabel(label)
  const cards = main(page).getByRole('article')
  const preferred = main(page).getByRole('article').filter({ hasText: 'Default' })
  const onDefault = preferred.filter({ has: page.getByText('Default', { exact: true }) })

  await test.step('also in a window that is magnified to four times its size', async () => {
    const own = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 256 })
    await button(page, 'Add Address').press('Enter')
    for (const part of [
      ...(await dialog(page).getByRole('textbox').all()),
      dialog(page).getByRole('button', { name: 'Save Address' }),
    ]) {
      while (!(await part.evaluate((element) => element === document.activeElement))) {
        await page.keyboard.press('Tab')
        await expect(dialog(page).locator(':focus')).toBeInViewport({ ratio: 0.98 })
      }
    }
    await page.keyboard.press('Escape')
    if (own) await page.setViewportSize(own)
  })

  await button(page, 'Add Address').click()
  await dialog(page).getByRole('button', { name: 'Save Address' }).click()
  await expect(field('Full name')).toHaveAccessibleDescription('Full name is required')
  await expect(field('Full name')).toBeFocused()
  await expectGoodPage(page)
  const fill = async (name: string) => {
    await field('Full name').fill(name)
    await field('Address line 1').fill('14 Orchard Row')
    await field('Town or city').fill('London')
    await field('County or state').fill('Greater London')
    await field('Postcode').fill('EC1R 4QL')
    await field('Phone').fill('02079460123')
    await dialog(page).getByRole('button', { name: 'Save Address' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await fill('Ada Quince')
  await expectToHear(page, addressTexts.added)
  await expect(button(page, 'Add Address')).toBeFocused()
  await button(page, 'Add Address').click()
  await fill('Bo Sloe')
  await expect(cards).toHaveCount(2)
  await expect(onDefault).toHaveAccessibleName('Address of Ada Quince, 14 Orchard Row, EC1R 4QL')

  await button(page, 'Set as default: the address of Bo Sloe').click()
  await expectToHear(page, addressTexts.defaultUpdated)
  await expect(onDefault).toHaveAccessibleName('Address of Bo Sloe, 14 Orchard Row, EC1R 4QL')
  await expect(button(page, 'Edit the address of Bo Sloe')).toBeFocused()

  await button(page, 'Edit the address of Ada Quince').click()
  await field('Town or city').fill('Bath')
  await dialog(page).getByRole('button', { name: 'Save Address' }).click()
  await expectToHear(page, addressTexts.updated)
  await expect(cards.filter({ hasText: 'Bath' })).toHaveCount(1)

  await button(page, 'Delete the address of Bo Sloe').click()
  await expect(dialog(page)).toContainText(addressTexts.confirmDelete)
  await expect(dialog(page)).toContainText('Bo Sloe')
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(cards).toHaveCount(2)
  await button(page, 'Delete the address of Bo Sloe').click()
  await dialog(page).getByRole('button', { name: 'Yes, Delete' }).click()
  await expectToHear(page, addressTexts.deleted)
  await expect(cards).toHaveCount(1)
  await expect(onDefault).toHaveAccessibleName('Address of Ada Quince, 14 Orchard Row, EC1R 4QL')
  await expect(button(page, 'Add Address')).toBeFocused()
})

test('a press beside a form closes it as long as nothing is typed in it, and loses nothing that is', async ({
  shopper: page,
}) => {
  const ada = await signedIn(page)
  await ada.livesAt()
  const pressBeside = async () => {
    await page.mouse.click(5, 5)
    await settled(page)
  }
  for (const [part, opener, label] of [
    ['addresses', 'Add Address', 'Town or city'],
    ['addresses', 'Edit the address of Ada Quince', 'Town or city'],
    ['payment-methods', 'Add Card', 'Name on card'],
  ] as const) {
    await page.goto(`/account?tab=${part}`)
    await button(page, opener).click()
    await expect(dialog(page)).toBeVisible()
    await pressBeside()
    await expect(dialog(page), `${opener}, untouched`).toBeHidden()

    await button(page, opener).click()
    const field = dialog(page).getByLabel(label)
    await field.fill('Bath')
    await pressBeside()
    await expect(field, opener).toHaveValue('Bath')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
  }
})

test('cards are kept by what names them, and can be removed', async ({ shopper: page }) => {
  forgive(page, answered(402))
  await signedIn(page)
  await page.goto('/account?tab=payment-methods')
  const field = (label: string) => dialog(page).getByLabel(label)
  const save = () => dialog(page).getByRole('button', { name: 'Save Card' }).click()
  await button(page, 'Add Card').click()
  await save()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in all required credit card fields.')
  await expectGoodPage(page)
  await field('Card number').fill('4000 0000 0000 0002')
  await field('Name on card').fill('Ada Quince')
  await field('Expiry').fill('12/39')
  await field('Security code').fill('123')
  await save()
  await expect(dialog(page).getByRole('alert')).toHaveText(savedCardTexts.refused)
  await field('Card number').fill('5555 5555 5555 4444')
  await save()
  await expectToHear(page, savedCardTexts.added)
  const card = main(page).getByRole('article', { name: 'Mastercard ending 4444' })
  await expect(card).toContainText('Expires 12/39')
  await expect(card).toContainText('Default')
  await expectGoodPage(page)

  await button(page, 'Remove Mastercard ending 4444').click()
  await expect(dialog(page)).toContainText('Are you sure you want to remove this item?')
  await dialog(page).getByRole('button', { name: 'Yes, Remove' }).click()
  await expectToHear(page, savedCardTexts.removed)
  await expect(main(page).getByText('No payment methods yet')).toBeVisible()
  await expect(button(page, 'Add Card')).toBeFocused()
})

test(
  'two taps on the button that asks open what it asks, and neither answer nor close it',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const ada = await signedIn(page)
    await ada.fillWallet()
    await page.goto('/account?tab=payment-methods')
    const ask = button(page, /^Remove /).last()
    const yes = dialog(page).getByRole('button', { name: 'Yes, Remove' })
    const cards = main(page).getByRole('article')
    const fingers = await fingersOn(page)
    await page.evaluate(() => {
      Object.assign(window, { presses: 0 })
      window.addEventListener(
        'click',
        () => Reflect.set(window, 'presses', Number(Reflect.get(window, 'presses')) + 1),
        true,
      )
    })
    const tapTwice = async (point: { x: number; y: number }) => {
      const before = await page.evaluate<number>('presses')
      await fingers.tapTwice(point)
      await expect.poll(() => page.evaluate<number>('presses')).toBe(before + 2)
      await settled(page)
    }

    // The button is brought to where the answer will be.
    await ask.click()
    const { middle } = await placeOf(yes)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    const { middle: from } = await placeOf(ask)
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), from.y - middle.y)
    const { middle: at, x, width } = await placeOf(ask)
    expect(Math.abs(at.y - middle.y)).toBeLessThan(2)
    await tapTwice({ x: Math.min(Math.max(middle.x, x + 4), x + width - 4), y: at.y })
    await expect(dialog(page)).toContainText('Are you sure you want to remove this item?')
    await expect(cards).toHaveCount(mostSavedCards)

    await test.step('nor beside it', async () => {
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), at.y - 100)
      await tapTwice((await placeOf(ask)).middle)
      await expect(yes).toBeVisible()
    })
    await yes.click()
    await expect(cards).toHaveCount(mostSavedCards - 1)
  },
)

test('a customer takes a copy of everything along, and leaves for good', async ({ shopper: page }) => {
  forgive(page, answered(400))
  const ada = await signedIn(page)
  await ada.livesAt()
  await page.goto('/account')
  // Everything above it has loaded: pressing a button that moves misses it.
  await expect(button(page, 'Edit')).toBeVisible()
  await expect(main(page).getByText(orderTexts.none)).toBeVisible()
  const download = page.waitForEvent('download')
  await button(page, 'Download My Data').click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    profile: { email: ada.email },
    addresses: [{ city: 'London' }],
  })

  await button(page, 'Delete My Account').click()
  await expectGoodPage(page)
  const password = dialog(page).getByLabel('Your password')
  const confirm = dialog(page).getByRole('button', { name: 'Delete My Account' })
  await password.fill('plum-stone-8')
  await confirm.click()
  await expect(password).toHaveAccessibleDescription(accountTexts.passwordWrong)
  await password.fill(ada.password)
  await confirm.click()
  await expectToHear(page, accountTexts.deleted)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('auth_token')
  const login = await page.request.post(apiRoot + paths.login, {
    data: { email: ada.email, password: ada.password },
  })
  expect(login.status()).toBe(401)
})

test(
  'who deletes their account and never hears the answer leaves for good all the same',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    forgive(page, /ERR_FAILED/, answered(401))
    const ada = await signedIn(page)
    await page.goto('/account')
    await expect(button(page, 'Edit')).toBeVisible()
    await expect(main(page).getByText(orderTexts.none)).toBeVisible()
    await page.evaluate(([key, email]) => localStorage.setItem(key, email), [
      storageKeys.rememberMe,
      ada.email,
    ] as const)
    await page.route(`**${apiRoot}${paths.account}`, async (route) => {
      expect((await route.fetch()).ok()).toBe(true)
      await route.abort()
    })
    await button(page, 'Delete My Account').click()
    await dialog(page).getByLabel('Your password').fill(ada.password)
    await dialog(page).getByRole('button', { name: 'Delete My Account' }).click()
    await expectToHear(page, accountTexts.deleted)
    await expect(page).toHaveURL('/')
    const left = await page.evaluate(() => Object.keys(localStorage))
    const { access, refresh, user, rememberMe } = storageKeys
    for (const key of [access, refresh, user, rememberMe, 'expected-back']) expect(left).not.toContain(key)
  },
)

test('what cannot be had without the server is said plainly, and can be tried again', async ({
  shopper: page,
}) => {
  forgive(page, /ERR_FAILED/, answered(400))
  const ada = await signedIn(page)
  await ada.livesAt()
  const calls = `**${apiRoot}{auth/profile,orders/addresses,orders/order-history}/`
  await page.route(calls, (route) => route.abort())
  await page.goto('/account')
  const alerts = main(page).getByRole('alert')
  await expect(alerts.filter({ hasText: accountTexts.fetchFailed })).toContainText(texts.networkError)
  const orders = alerts.filter({ hasText: 'Failed to fetch orders' })
  await expect(orders).toContainText(texts.networkError)
  // The button disappears while the server is asked, so the focus goes to its heading.
  await orders.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeFocused()
  await goTo(page, 'Addresses')
  await expect(alerts.filter({ hasText: addressTexts.loadFailed })).toContainText(texts.networkError)
  await page.unroute(calls)
  await button(page, 'Retry').click()
  await expect(main(page).getByText(home.address_line_1)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Addresses' })).toBeFocused()

  await page.route(calls, (route) => route.fulfill({ status: 400, json: { message: 'Not today' } }))
  await page.goto('/orders')
  await expect(alerts).toContainText('Not today')
  await page.unroute(calls)
  await button(page, 'Retry').click()
  await expect(main(page).getByText(orderTexts.none)).toBeVisible()
  await expect(main(page)).toBeFocused()
})
