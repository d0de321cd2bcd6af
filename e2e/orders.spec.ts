import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { paths } from '#contract/paths.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { texts } from '#contract/texts.ts'
import { leaveOne } from './support/shopkeeper.ts'
import {
  answered,
  expectGoodPage,
  expectToHear,
  expectToLookGood,
  forgive,
  holdMessages,
  messages,
  settled,
  signedIn,
  test,
} from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('alertdialog')

async function withOrder(page: Page, ...pieces: readonly (readonly [slug: string, variant?: string])[]) {
  const customer = await signedIn(page)
  await customer.livesAt()
  for (const [slug, variant] of pieces) await customer.put(slug, variant)
  return customer.order()
}

test('an order is bought again, but for what has gone, which is named', async ({ shopper: page, baseURL }, {
  repeatEachIndex,
}) => {
  // The last of its kind, which nobody else may buy, not even a repetition of this test.
  const size = 'QRSPONMLKJIH'.charAt(repeatEachIndex)
  await leaveOne(baseURL, 'princess-cut-ruby-ring', size)
  const number = await withOrder(page, ['princess-cut-ruby-ring', size], ['pear-aquamarine-drop-earrings'])
  await page.goto('/orders')
  await main(page)
    .getByRole('button', { name: `Buy again: ${number}` })
    .click()
  await expect(dialog(page)).toContainText('Not everything could be added')
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    `Princess-Cut Ruby Ring (Ring size: ${size}): out of stock`,
  ])
  await expectGoodPage(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expectToHear(page, cartTexts.added)
  await holdMessages(page)
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(main(page).getByRole('link', { name: 'Pear Aquamarine Drop Earrings' }).first()).toBeVisible()
  await expect(main(page).getByText('Princess-Cut Ruby Ring')).toBeHidden()
})

test('a cancellation asks first, tells of its failure where it cannot be missed, and can be tried again', async ({
  shopper: page,
}) => {
  forgive(page, /ERR_FAILED/, answered(404))
  const number = await withOrder(page, ['pear-aquamarine-drop-earrings'])
  await page.goto('/orders')
  await expectToLookGood(page)
  await main(page)
    .getByRole('link', { name: `View order ${number}` })
    .click()
  await expect(page).toHaveURL(`/orders/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(main(page).getByText('Pending', { exact: true })).toBeVisible()

  const ask = main(page).getByRole('button', { name: `Cancel Order: ${number}` })
  await ask.click()
  await expect(dialog(page)).toHaveAccessibleName(`Cancel Order #${number}`)
  await expect(dialog(page)).toContainText(orderTexts.confirmCancel)
  await expect(dialog(page).getByRole('button', { name: orderTexts.keep })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ask).toBeFocused()

  const calls = `**${apiRoot}orders/order/*/cancel/`
  await page.route(calls, (route) => route.abort())
  await ask.click()
  await dialog(page).getByRole('button', { name: orderTexts.doCancel }).click()
  await expect(dialog(page)).toHaveAccessibleName(orderTexts.cancelFailed)
  await expect(dialog(page)).toContainText(texts.networkError)
  await expectGoodPage(page)
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await expect(main(page).getByText(orderTexts.cancelFailed)).toBeVisible()

  await page.unroute(calls)
  // Until the order is read again, which may take a while, the dialog hides whatever is said.
  const line = Promise.withResolvers<void>()
  await page.route(`**${apiRoot}orders/**`, async (route) => {
    if (route.request().method() === 'GET') await line.promise
    await route.continue()
  })
  await ask.click()
  const cancelled = page.waitForResponse(calls)
  await dialog(page).getByRole('button', { name: orderTexts.doCancel }).click()
  await cancelled
  await settled(page)
  await expect(messages(page).getByText(orderTexts.cancelled)).toHaveCount(0)
  line.resolve()
  await expectToHear(page, orderTexts.cancelled)
  await expect(main(page).getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(ask).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(main(page).getByText(orderTexts.cancelFailed)).toBeHidden()
})

for (const { where, path } of [
  { where: 'its own page', path: (number: string) => `/orders/${number}` },
  { where: 'the list of orders', path: () => '/orders' },
]) {
  test(
    `a cancellation whose answer is lost has not failed on ${where}`,
    { tag: where === 'its own page' ? [] : inLongForm },
    async ({ shopper: page }) => {
      forgive(page, /ERR_FAILED/)
      const number = await withOrder(page, ['pear-aquamarine-drop-earrings'])
      await page.goto(path(number))
      await page.route(`**${apiRoot}orders/order/*/cancel/`, async (route) => {
        expect((await route.fetch()).ok()).toBe(true)
        await route.abort()
      })
      await main(page)
        .getByRole('button', { name: new RegExp(`^Cancel.*: ${number}$`) })
        .click()
      await dialog(page).getByRole('button', { name: orderTexts.doCancel }).click()
      await expectToHear(page, orderTexts.cancelled)
      await expect(main(page).getByText('Cancelled', { exact: true }).first()).toBeVisible()
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByText(orderTexts.cancelFailed)).toBeHidden()
      await expectGoodPage(page)
    },
  )
}

test('an order that could not be read says so, and leads back to the others', async ({ shopper: page }) => {
  forgive(page, answered(400))
  const number = await withOrder(page, ['pear-aquamarine-drop-earrings'])
  await page.route(`**${apiRoot}${paths.order(number)}`, (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'invalid', message: 'Not today' } }),
  )
  await page.goto(`/orders/${number}`)
  await expect(main(page).getByRole('alert')).toContainText('Not today')
  await expectGoodPage(page)
  await main(page).getByRole('link', { name: 'Back to Orders' }).click()
  await expect(page).toHaveURL('/orders')
  await expect(main(page).getByRole('article')).toHaveCount(1)
})

test('the profile shows the last five orders, and the way to all when there are more', async ({
  shopper: page,
}) => {
  const ada = await signedIn(page)
  await ada.livesAt()
  const numbers: string[] = []
  const order = async () => {
    await ada.put('pear-aquamarine-drop-earrings')
    numbers.unshift(await ada.order())
  }
  for (let count = 0; count < 5; count += 1) await order()
  const recent = main(page).getByRole('region', { name: 'Recent Orders' })
  const rows = recent.getByRole('listitem').getByRole('link')
  await page.goto('/account')
  await expect(rows).toHaveText(numbers)
  await expect(recent.getByRole('link', { name: 'View All Orders' })).toBeHidden()
  await order()
  await page.reload()
  await expect(rows).toHaveText(numbers.slice(0, 5))
  await recent.getByRole('link', { name: 'View All Orders' }).click()
  await expect(page).toHaveURL('/orders')
  await expect(main(page).getByRole('article')).toHaveCount(6)
})

test('what is said of each order stands below what is said of the one above', async ({ shopper: page }) => {
  const ada = await signedIn(page)
  await ada.livesAt()
  for (let count = 0; count < 2; count += 1) {
    await ada.put('pear-aquamarine-drop-earrings')
    await ada.order()
  }
  await page.goto('/orders')
  await main(page)
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await dialog(page).getByRole('button', { name: orderTexts.doCancel }).click()
  // It has one button less now.
  await expect(main(page).getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(main(page).getByRole('button', { name: /^Cancel/ })).toHaveCount(1)
  for (const fact of ['Placed', 'Total', 'Payment']) {
    const starts = await main(page)
      .getByText(fact, { exact: true })
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x))
    expect(starts, fact).toEqual([expect.any(Number), starts[0]])
  }
})

test('what is said of each recent order stands below what is said of the one above', async ({
  shopper: page,
}) => {
  const ada = await signedIn(page)
  await ada.livesAt()
  // Of amounts that are not equally wide.
  for (const piece of ['pear-aquamarine-drop-earrings', 'princess-cut-ruby-ring']) {
    await ada.put(piece, piece.endsWith('ring') ? 'L' : undefined)
    await ada.order()
  }
  await page.goto('/account')
  const recent = main(page).getByRole('region', { name: 'Recent Orders' })
  await expect(recent.getByRole('listitem')).toHaveCount(2)
  const startsOf = (text: string | RegExp) =>
    recent.getByText(text).evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x))
  for (const fact of ['Pending', /20\d\d$/]) {
    const starts = await startsOf(fact)
    expect(starts, String(fact)).toEqual([expect.any(Number), starts[0]])
  }
})
