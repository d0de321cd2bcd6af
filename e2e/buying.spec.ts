import { expect } from '@playwright/test'
import { awake, expectGoodPage, somebody, test } from './support/shopper.ts'

test('a shopper finds a ring, signs up, buys it, sees the order and cancels it', async ({ shopper: page }) => {
  test.slow()
  const ada = somebody()

  await test.step('the home page leads to the rings', async () => {
    await page.goto('/')
    await awake(page)
    await expectGoodPage(page)
    const tiles = page.getByRole('main').getByRole('link', { name: /^Rings/ })
    await tiles.first().click()
    await expect(page).toHaveURL('/products/rings')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('the whole collection can be narrowed, and its address says so', async () => {
    await page.goto('/products?sort_by=price_low_high&category=Rings')
    await awake(page)
    await expect(page.getByRole('heading', { name: 'Our Jewellery Collection' })).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('a ring wants a size, and a customer', async () => {
    await page.goto('/products/oval-signet-ring')
    await awake(page)
    await expectGoodPage(page)
    await page.getByRole('radio', { name: 'K', exact: true }).check({ force: true })
    await expect(page).toHaveURL(/variant=/)
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByText('Please login to modify your cart')).toBeVisible()
  })

  await test.step('signing up leads to the login', async () => {
    await page.goto('/sign-up')
    await awake(page)
    await expectGoodPage(page)
    await page.getByLabel('First name').fill(ada.firstName)
    await page.getByLabel('Last name').fill(ada.lastName)
    await page.getByLabel(/e-?mail/i).first().fill(ada.email)
    await page.getByLabel(/contact number|phone/i).first().fill(ada.phone)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByLabel('Confirm password').fill(ada.password)
    await page.getByRole('checkbox', { name: /terms/i }).check()
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account created successfully! Please verify your email.').first()).toBeVisible()
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('signing in brings the wanted ring into the cart and the shopper back to it', async () => {
    await expectGoodPage(page)
    await page.getByLabel(/e-?mail/i).first().fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Logged In Successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/products\/oval-signet-ring/)
    await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  })

  await test.step('the cart counts, takes a coupon and shows what is to be paid', async () => {
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Oval Signet Ring' }).first()).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('checkout goes through its four steps', async () => {
    await page.getByRole('link', { name: /checkout/i }).first().click()
    await expect(page).toHaveURL(/\/cart\/checkout/)
    await expectGoodPage(page)
    await page.getByLabel('Phone').first().fill(ada.phone)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('heading', { name: /shipping|delivery/i }).first()).toBeVisible()
    await page.getByLabel('Full name').fill('Ada Quince')
    await page.getByLabel('Phone').first().fill(ada.phone)
    await page.getByLabel('Address line 1').fill('14 Orchard Row')
    await page.getByLabel(/^(Town or city|City)/).fill('London')
    await page.getByLabel(/^County|^State/).fill('Greater London')
    await page.getByLabel(/^Postcode/).fill('EC1R 4QL')
    await page.getByRole('button', { name: /save address|add address/i }).click()
    await expect(page.getByText('Address added successfully')).toBeVisible()
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'Continue' }).click()

    await page.getByLabel('Name on card').fill('Ada Quince')
    await page.getByLabel('Card number').fill('4242424242424242')
    await page.getByLabel(/^Expiry/).fill('12/30')
    await page.getByLabel(/^(CVV|Security code)/).fill('123')
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'Save payment details' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByText('Visa ending 4242').first()).toBeVisible()
    await expectGoodPage(page)
    await page.getByRole('button', { name: /^Place order · £/ }).click()
    await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
    await expect(page.getByText(/DMS-[2-9A-Z]{8}/).first()).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('the order is in the history and can be cancelled once', async () => {
    await page.goto('/orders')
    await expect(page.getByRole('heading', { name: 'Order History' })).toBeVisible()
    await expectGoodPage(page)
    await page.getByRole('link', { name: /^View/ }).first().click()
    await expect(page.getByRole('heading', { name: /^Order #DMS-/ })).toBeVisible()
    await expectGoodPage(page)
    const number = (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Order #', '') ?? ''
    await page.getByRole('button', { name: 'Cancel Order' }).click()
    await expect(page.getByText('Are you sure you want to cancel this order?')).toBeVisible()
    await page.getByRole('button', { name: 'Yes, Cancel Order' }).click()
    await expect(page.getByText(/cancelled/i).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)

    await page.goto('/track-order')
    await awake(page)
    await page.getByPlaceholder('Enter your Order Number').fill(number)
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByText(number).first()).toBeVisible()
    await expectGoodPage(page)
  })
})
