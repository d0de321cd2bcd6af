import { orderTexts } from '#contract/orderTexts.ts'
import { expect } from '@playwright/test'
import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { texts } from '#contract/texts.ts'
import {
  awake,
  expectGoodPage,
  expectToHear,
  holdMessages,
  messages,
  home,
  payWith,
  somebody,
  test,
} from './support/shopper.ts'

test('a shopper finds a ring, signs up, buys it, sees the order and cancels it', async ({
  shopper: page,
}) => {
  test.slow()
  const ada = somebody()
  const title = page.getByRole('heading', { level: 1 })

  await test.step('the home page leads to the rings', async () => {
    await page.goto('/')
    await awake(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Rings/ })
      .first()
      .click()
    await expect(page).toHaveURL('/products/rings')
    await expect(title).toHaveText('Rings')
  })

  await test.step('a ring wants a size, and a customer', async () => {
    const card = page.getByRole('link', { name: 'Oval Signet Ring' })
    await expect(card).toBeVisible()
    await card.click()
    await expect(page).toHaveURL('/products/oval-signet-ring')
    await expect(title).toHaveText('Oval Signet Ring')
    await page.getByText('K', { exact: true }).click()
    await expect(page).toHaveURL(/variant=/)
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click()
    await expectToHear(page, texts.guest.cart)
    await holdMessages(page)
  })

  await test.step('signing up leads to the login', async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
    await expect(title).toHaveText('Create your account')
    await page.getByLabel('First name').fill(ada.firstName)
    await page.getByLabel('Last name').fill(ada.lastName)
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByLabel('Contact number').fill(ada.phone)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByLabel('Confirm password').fill(ada.password)
    await page.getByRole('checkbox', { name: /terms/ }).check()
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expectToHear(page, authTexts.accountCreated)
    await expect(page).toHaveURL(/\/login/)
    await expect(title).toHaveText('Welcome back')
  })

  await test.step('logging in puts the wanted ring into the cart and leads back to it', async () => {
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expectToHear(page, authTexts.loggedIn)
    await expect(page).toHaveURL(/\/products\/oval-signet-ring\?variant=/)
    await expectToHear(page, cartTexts.addedAfterLogin(1))
    await expect(page.getByRole('link', { name: 'In Cart' })).toBeVisible()
  })

  await test.step('by keyboard it goes out and in again, and each button has the focus of the one before', async () => {
    await page.getByRole('button', { name: 'Remove from cart' }).press('Enter')
    await expect(page.getByRole('main').getByRole('button', { name: 'Add to cart' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'In Cart' })).toBeFocused()
  })

  await test.step('the cart shows the ring and what is to be paid', async () => {
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
    await expect(title).toHaveText('Your cart')
    await expect(page.getByRole('link', { name: 'Oval Signet Ring' })).toBeVisible()
    await expect(page.getByText('£411.95')).toBeVisible()
  })

  await test.step('what goes by mistake comes back by the message, which is next before the page', async () => {
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await expect(title).toHaveText(cartTexts.empty)
    await expect(title).toBeFocused()
    await expectToHear(page, cartTexts.removedHere)
    await holdMessages(page)
    await page.keyboard.press('Shift+Tab')
    await expect(messages(page).locator(':focus')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expectToHear(page, cartTexts.restored)
    await expect(title).toHaveText('Your cart')
    await expect(title).toBeFocused()
  })

  await test.step('the checkout goes through its four steps', async () => {
    await page.getByRole('link', { name: 'Checkout' }).click()
    const step = page.getByRole('heading', { level: 2 })
    await expect(step.filter({ hasText: 'Information' })).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada.email)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(step.filter({ hasText: 'Shipping' })).toBeVisible()
    await expectGoodPage(page)
    await page.getByLabel('Address line 1').fill(home.address_line_1)
    await page.getByLabel('Town or city').fill(home.city)
    await page.getByLabel('County or state').fill(home.state)
    await page.getByLabel('Postcode').fill(home.postal_code)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(step.filter({ hasText: 'Payment' })).toBeVisible()
    await expectGoodPage(page)
    await payWith(page)

    await expect(page.getByText('Visa ending 4242')).toBeVisible()
    await page.getByRole('button', { name: 'Place order · £411.95' }).click()
    await expectToHear(page, checkoutTexts.placed)
    await expect(title).toHaveText('Thank you for your order')
    await expectGoodPage(page)
  })

  await test.step('the order is in the history and can be cancelled once', async () => {
    await page.getByRole('link', { name: 'View Your Order' }).click()
    await expect(title).toHaveText(/^Order #DMS-/)
    await page.getByRole('link', { name: 'Back to Orders' }).click()
    await expect(title).toHaveText('Order History')
    await page.getByRole('link', { name: /^View order/ }).click()
    await expect(title).toHaveText(/^Order #DMS-/)
    const number = (await title.innerText()).replace('Order #', '')

    await page.getByRole('button', { name: /^Cancel Order/ }).click()
    await expect(page.getByText(orderTexts.confirmCancel)).toBeVisible()
    await expectGoodPage(page)
    await page.getByRole('button', { name: orderTexts.doCancel }).click()
    await expectToHear(page, orderTexts.cancelled)
    await expect(page.getByRole('button', { name: /^Cancel Order/ })).toHaveCount(0)

    await page.goto('/track-order')
    await awake(page)
    const field = page.getByPlaceholder('Enter your Order Number')
    await field.fill(` ${number}`)
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible()
    await expect(field).toHaveValue(number)
    await expect(field).toBeFocused()
    await expectGoodPage(page)
  })
})
