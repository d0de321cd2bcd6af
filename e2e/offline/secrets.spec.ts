import { type Page, type Request, expect } from '@playwright/test'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { workerReady } from '../support/offline.ts'
import { answered, awake, forgive, signedIn, test } from '../support/shopper.ts'

const declined = '4000000000000002'
const accepted = '4000056655665556'
const cvv = '739'
const password = 'canary-pp-7c1e'
const account = '73917391739173'

/** As typed, as formatted in fours, and as the field of a body. */
const secrets = [declined, accepted, password, account].flatMap((secret) => [
  secret,
  secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
])

/** Everything that the browser has stored for the shop, as text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
    ]
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())])
        parts.push(`indexedDB ${name} ${store}`, JSON.stringify([keys, values]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '')
        parts.push(`cache ${name} ${request.url}`, (isText && (await answer?.text())) || '')
      }
    }
    return parts.join('\n')
  })

async function expectNoSecret(page: Page, when: string) {
  const text = await kept(page)
  for (const secret of secrets) expect(text.includes(secret), `${secret} is kept ${when}`).toBe(false)
  expect(new RegExp(`["'\`]${cvv}\\\\*["'\`]`).test(text), `the security code is kept ${when}`).toBe(false)
  return text
}

const save = (page: Page) => page.getByRole('button', { name: 'Save payment details' }).click()
const place = (page: Page) => page.getByRole('button', { name: /^Place order/ }).click()

async function goToPayment(page: Page) {
  await page.goto('/cart/checkout')
  await awake(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /^Standard/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Ada Quince')
  await page.getByLabel('Expiry').fill(`12/${(new Date().getUTCFullYear() + 3) % 100}`)
  await page.getByLabel('Security code').fill(cvv)
}

/** Continues to the review, and places the order. */
async function order(page: Page) {
  await save(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await place(page)
}

test('a browser keeps nothing of a card, a password or an account, whatever becomes of the order', async ({
  shopper: page,
}) => {
  forgive(page, answered(402), /ERR_FAILED/)
  const carriers = new Set<string>()
  page.on('request', (request) => {
    const said = `${request.url()} ${request.postData() ?? ''}`
    if (secrets.some((secret) => said.includes(secret))) carriers.add(new URL(request.url()).pathname)
    for (const secret of secrets) expect(request.url()).not.toContain(encodeURIComponent(secret))
  })
  const ada = await signedIn(page)
  await ada.livesAt()
  await ada.put('pearl-stud-earrings')
  await page.goto('/')
  await workerReady(page)
  await goToPayment(page)

  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('PayPal email').fill('ada@example.com')
  await page.getByLabel('PayPal password').fill(password)
  await expectNoSecret(page, 'while a password is typed')
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByLabel('Account number').fill(account)
  await expectNoSecret(page, 'while an account is typed')
  await page.getByRole('radio', { name: /^(Credit|Card)/ }).check()
  await typeCard(page, declined)
  await expectNoSecret(page, 'while a card is typed')

  await order(page)
  await expect(page.getByText(checkoutTexts.paymentFailed).first()).toBeVisible()
  await expectNoSecret(page, 'after it was declined')

  await goToPayment(page)
  await typeCard(page, accepted)
  await save(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await page.route('**/orders/checkout/', (route) => route.abort())
  const isLost = (request: Request) => request.url().endsWith('/orders/checkout/')
  await Promise.all([page.waitForEvent('requestfailed', isLost), place(page)])
  await expectNoSecret(page, 'when the order was lost on the way')
  await page.unroute('**/orders/checkout/')

  await goToPayment(page)
  await typeCard(page, accepted)
  await order(page)
  await expect(page.getByText(/DMS-/).first()).toBeVisible()
  const text = await expectNoSecret(page, 'after the order')
  // Proof that there was something to search: who is signed in, what was read, and the shop's own files.
  for (const sign of [/ada-.*@example\.com/, /indexedDB damson-own/, /cache \S+ http/]) {
    expect(sign.test(text), String(sign)).toBe(true)
  }
  expect([...carriers]).toEqual(['/api/v1/orders/checkout/'])
})
