import { type Locator, type Page, expect } from '@playwright/test'
import { addressTexts } from '#contract/addressTexts.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { atRest, drawn, shifted, watchShifts } from './support/shifts.ts'
import { answered, awake, forgive, home, signedIn, test } from './support/shopper.ts'

const busy = 'We are very busy. Please try again in a moment.'
const taken = 'Please use another number'

// As small as phones are: the button at a form's foot and the reason above its fields do not fit on it together.
test.use({ viewport: { width: 360, height: 640 } })

const main = (page: Page) => page.getByRole('main')

async function fill(form: Locator, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value)
}

const address = {
  'Full name': home.full_name,
  'Address line 1': home.address_line_1,
  'Town or city': home.city,
  'County or state': home.state,
  Postcode: home.postal_code,
  Phone: home.phone,
}
const newcomer = {
  'First name': 'Ada',
  'Last name': 'Quince',
  Email: 'ada@example.com',
  'Contact number': '02079460123',
  Password: 'plum-stone-7',
  'Confirm password': 'plum-stone-7',
}

type Form = {
  what: string
  /** Opens it and fills it in. */
  open: (page: Page) => Promise<void>
  call: string
  /** Its last button. */
  send: string
  alert: (page: Page) => Locator
  /** What may cover the top of the window. */
  over: (page: Page) => Locator
}

const summary = (page: Page) => page.getByRole('complementary', { name: 'Order Summary' })

const atTheCheckout = (what: string, before: Form['open']): Form => ({
  what,
  async open(page) {
    const customer = await signedIn(page)
    await customer.put('pearl-stud-earrings')
    await page.goto('/cart/checkout')
    await page.getByRole('button', { name: 'Continue' }).click()
    await before(page)
    await fill(page.getByRole('region', { name: 'New address' }), address)
  },
  call: paths.addresses,
  send: 'Continue',
  alert: (page) => main(page).getByRole('alert').filter({ hasText: addressTexts.addFailed }),
  over: summary,
})

const forms: Form[] = [
  {
    what: 'a sign-up',
    async open(page) {
      await page.goto('/sign-up')
      await awake(page)
      await fill(main(page), newcomer)
      await main(page).getByRole('checkbox', { name: /terms/ }).check()
    },
    call: paths.register,
    send: 'Sign Up',
    alert: (page) => main(page).getByRole('alert'),
    over: (page) => page.getByRole('banner'),
  },
  atTheCheckout('an address at the checkout', () => Promise.resolve()),
  atTheCheckout('an address below the unfolded summary', (page) =>
    summary(page).getByRole('button', { name: 'Order Summary' }).click(),
  ),
  {
    what: 'an address in the account',
    async open(page) {
      await signedIn(page)
      await page.goto('/account?tab=addresses')
      await page.getByRole('button', { name: 'Add Address' }).click()
      await fill(page.getByRole('dialog'), address)
    },
    call: paths.addresses,
    send: 'Save Address',
    alert: (page) => page.getByRole('dialog').getByRole('alert'),
    over: (page) => page.getByRole('dialog').getByRole('heading'),
  },
]

/** From here on the server gives this answer to what the form sends, and to nothing else. */
const answer = (page: Page, call: string, status: number, json: object) =>
  page.route(`**${apiRoot}${call}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
  )

/** All of it is below what may cover the top of the window. */
async function expectUncovered(what: Locator, over: Locator) {
  const [box, above] = await Promise.all([what.boundingBox(), over.boundingBox()])
  expect(box?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
}

for (const { what, open, call, send, alert, over } of forms) {
  test(`why ${what} was refused is on the screen each time, and nothing moves for it`, async ({
    shopper: page,
  }) => {
    forgive(page, answered(503))
    // Filling in the form was a press, too, perhaps less than half a second ago.
    await watchShifts(page, true)
    await open(page)
    await answer(page, call, 503, { message: busy, code: 'unavailable' })
    const button = page.getByRole('button', { name: send })
    const isTold = async () => {
      await expect(alert(page)).toContainText(busy)
      await expect(alert(page)).toBeInViewport({ ratio: 1 })
      await expectUncovered(alert(page), over(page))
    }
    await atRest(page)
    await button.scrollIntoViewIfNeeded()
    await drawn(page)
    const before = await shifted(page)
    await button.dispatchEvent('click')
    await isTold()
    await drawn(page)
    // Only the button's own words do, which are others while it is busy.
    expect((await shifted(page)) - before).toBeLessThan(0.01)
    await button.click()
    await isTold()
  })

  test(`but a field of ${what} that was refused has the cursor, and is itself on the screen`, async ({
    shopper: page,
  }) => {
    forgive(page, answered(400))
    await open(page)
    const name = call === paths.register ? 'contact_no' : 'phone'
    await answer(page, call, 400, { message: taken, code: 'invalid_input', errors: { [name]: [taken] } })
    await page.getByRole('button', { name: send }).click()
    const refused = page.locator(`[name=${name}]`)
    await expect(alert(page)).toContainText(taken)
    await expect(refused).toBeFocused()
    await expect(refused).toBeInViewport({ ratio: 1 })
  })
}
