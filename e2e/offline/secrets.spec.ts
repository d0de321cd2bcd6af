import { type Page, type Request, type Route, expect } from '@playwright/test'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { workerReady } from '../support/offline.ts'
import { answered, forgive, goToPayment, signedIn, test, typeCard, usePayment } from '../support/shopper.ts'
import { everythingKept } from '../support/stored.ts'

const declined = '4000000000000002'
const accepted = '4000056655665556'
const cvv = '739'
const password = 'canary-pp-7c1e'
const account = '73917391739173'
const routing = '840284028402'

/** As typed, as formatted in fours, and as the field of a body. */
const secrets = [declined, accepted, password, account, routing].flatMap((secret) => [
  secret,
  secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
])

async function expectNoSecret(page: Page, when: string) {
  const text = await everythingKept(page)
  for (const secret of secrets) expect(text.includes(secret), `${secret} is kept ${when}`).toBe(false)
  expect(new RegExp(`["'\`]${cvv}\\\\*["'\`]`).test(text), `the security code is kept ${when}`).toBe(false)
  return text
}

const place = (page: Page) => page.getByRole('button', { name: /^Place order/ }).click()

/** Continues to the review, and places the order. */
async function order(page: Page) {
  await usePayment(page)
  await place(page)
}

/** The paths of the calls that carry a secret; none may have one in its address. */
function carriersOf(page: Page): Set<string> {
  const carriers = new Set<string>()
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData() ?? ''}`
    if (secrets.some((secret) => said.includes(secret))) carriers.add(new URL(request.url()).pathname)
    for (const secret of secrets) expect(request.url()).not.toContain(encodeURIComponent(secret))
  })
  return carriers
}

/** Somebody with a piece in their cart, whose browser has a worker. */
async function customerWithWorker(page: Page) {
  const ada = await signedIn(page)
  await ada.livesAt()
  await ada.put('pearl-stud-earrings')
  await page.goto('/')
  await workerReady(page)
  return ada
}

async function typePaypal(page: Page) {
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('PayPal email').fill('ada@example.com')
  await page.getByLabel('PayPal password').fill(password)
}

async function typeBank(page: Page) {
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByLabel('Account number').fill(account)
  await page.getByLabel('Routing number').fill(routing)
}

test('a browser keeps nothing of a card, a password or an account, whatever becomes of the order', async ({
  shopper: page,
}) => {
  forgive(page, answered(402), /ERR_FAILED/)
  const carriers = carriersOf(page)
  await customerWithWorker(page)
  await goToPayment(page)

  await typePaypal(page)
  await expectNoSecret(page, 'while a password is typed')
  await typeBank(page)
  await expectNoSecret(page, 'while an account is typed')
  await page.getByRole('radio', { name: /^(Credit|Card)/ }).check()
  await typeCard(page, declined, cvv)
  await expectNoSecret(page, 'while a card is typed')

  await order(page)
  await expect(page.getByText(checkoutTexts.paymentFailed).first()).toBeVisible()
  await expectNoSecret(page, 'after it was declined')

  await goToPayment(page)
  await typeCard(page, accepted, cvv)
  await usePayment(page)
  await page.route('**/orders/checkout/', (route) => route.abort())
  const isLost = (request: Request) => request.url().endsWith('/orders/checkout/')
  await Promise.all([page.waitForEvent('requestfailed', isLost), place(page)])
  await expectNoSecret(page, 'when the order was lost on the way')
  await page.unroute('**/orders/checkout/')

  await goToPayment(page)
  await typeCard(page, accepted, cvv)
  await order(page)
  await expect(page.getByText(/DMS-/).first()).toBeVisible()
  const text = await expectNoSecret(page, 'after the order')
  // Proof that there was something to search: who is signed in, what was read, and the shop's own files.
  for (const sign of [/ada-.*@example\.com/, /"damson-own":\{"/, /"\/assets\/[^"]+\.js":"[^"]/]) {
    expect(sign.test(text), String(sign)).toBe(true)
  }
  expect([...carriers]).toEqual(['/api/v1/orders/checkout/'])
})

test('nor of the password or the account that an order was paid with, nor when the answer to it was lost', async ({
  shopper: page,
}) => {
  forgive(page, /ERR_FAILED/)
  const carriers = carriersOf(page)
  const ada = await customerWithWorker(page)

  await goToPayment(page)
  await typePaypal(page)
  await usePayment(page)
  await expectNoSecret(page, 'when a password is to be paid with')
  await place(page)
  await expect(page.getByText(/DMS-/).first()).toBeVisible()
  await expectNoSecret(page, 'after an order by PayPal')

  await ada.put('pearl-stud-earrings')
  await goToPayment(page)
  await typeBank(page)
  await usePayment(page)
  await expectNoSecret(page, 'when an account is to be paid with')
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/orders/checkout/', loseAnswer)
  await place(page)
  await expect(page.getByText(checkoutTexts.unanswered).first()).toBeVisible()
  await expectNoSecret(page, 'when the answer to an order by bank was lost')
  await page.unroute('**/orders/checkout/')
  await place(page)
  await expect(page.getByText(/DMS-/).first()).toBeVisible()
  await expectNoSecret(page, 'after an order by bank')

  expect((await ada.orders()).map(({ payment_method }) => payment_method)).toEqual([
    'Bank transfer',
    'PayPal',
  ])
  expect([...carriers]).toEqual(['/api/v1/orders/checkout/'])
})
