import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { authTexts } from '#contract/authTexts.ts'
import { paths } from '#contract/paths.ts'
import {
  awake,
  expectToHear,
  expectToLookGood,
  logo,
  messages,
  newAccount,
  payWith,
  signedIn,
  test,
} from '../support/shopper.ts'
import { everythingKept } from '../support/stored.ts'
import { inLongForm } from '../support/screens.ts'

/** As another build would have it: every object contains one field that this one does not know. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([name, content]) => [name, withMore(content)])
  return Object.fromEntries([...own, ['of_another_build', { grade: 7 }]])
}

/** Which side is of the other build. */
type Skew = 'the shop’s server' | 'the page in the browser'

/** Makes the server's answers, or what the page sends, those of another build; counts them. */
async function skew(page: Page, who: Skew) {
  const changed = { count: 0 }
  await page.route(`**${apiRoot}**`, async (route) => {
    const sent: unknown = route.request().postDataJSON()
    if (who === 'the page in the browser') {
      if (sent === null) return route.continue()
      changed.count += 1
      return route.continue({ postData: JSON.stringify(withMore(sent)) })
    }
    const response = await route.fetch()
    changed.count += 1
    await route.fulfill({ response, json: withMore(await response.json()) })
  })
  return changed
}

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

for (const who of ['the shop’s server', 'the page in the browser'] as const) {
  test(`U4: where ${who} is of another build, a shopper logs in, looks, wishes, buys and sees the order`, async ({
    shopper: page,
  }) => {
    const ada = await newAccount(page)
    await ada.livesAt()
    const changed = await skew(page, who)
    await page.goto('/login')
    await awake(page)
    await page.getByLabel('Email', { exact: true }).fill(ada.email)
    await page.getByLabel('Password', { exact: true }).fill(ada.password)
    await main(page).getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')

    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Earrings' }).click()
    await expect(title(page)).toHaveText('Earrings')
    await main(page).getByRole('link', { name: 'Pearl Stud Earrings' }).click()
    await expect(title(page)).toHaveText('Pearl Stud Earrings')
    const heart = main(page).getByRole('button', { name: 'Pearl Stud Earrings to wishlist' })
    await heart.click()
    await main(page).getByRole('button', { name: 'Add to cart' }).click()
    await main(page).getByRole('link', { name: 'In Cart' }).first().click()
    await main(page)
      .getByRole('button', { name: /^Increase/ })
      .click()
    await expect(main(page)).toContainText('2 pieces')
    await main(page)
      .getByRole('link', { name: /checkout/i })
      .click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: /^Standard/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
    await payWith(page)
    await page.getByRole('button', { name: /^Place order/ }).click()
    await expect(title(page)).toHaveText('Thank you for your order')
    await main(page).getByRole('link', { name: 'View Your Order' }).click()
    await expect(title(page)).toContainText('DMS-')
    await expect(main(page)).toContainText('Pearl Stud Earrings')
    await page.getByRole('banner').getByRole('link', { name: 'Wishlist' }).click()
    await expect(title(page)).toHaveText('My Wishlist (1)')
    expect(changed.count).toBeGreaterThan(3)
    // Whatever is still in progress has nobody to go to.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

const note = 'With love,\nBo'

/** Orders with a note from a server of a build that knows none; what it answers is held back until `answer` resolves. */
async function orderWithNote(page: Page, answer: Promise<void> = Promise.resolve()) {
  const ada = await signedIn(page)
  await ada.livesAt()
  await ada.put('pearl-stud-earrings')
  await page.route(`**${apiRoot}${paths.checkout}`, async (route) => {
    const { note: sent, ...known } = route.request().postDataJSON()
    expect(sent).toBe(note)
    const response = await route.fetch({ postData: JSON.stringify(known) })
    await answer
    await route.fulfill({ response })
  })
  await page.goto('/cart/checkout')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Add a gift message or engraving').click()
  await page.getByRole('textbox', { name: 'Gift message or engraving' }).fill(note)
  await page.getByRole('button', { name: 'Continue' }).click()
  await payWith(page)
  await page.getByRole('button', { name: /^Place order/ }).click()
  return ada
}

/** The contact form, about the customer's order, with this in it. */
async function expectMessage(page: Page, customer: Awaited<ReturnType<typeof signedIn>>, words: string) {
  await expect(page).toHaveURL(/^[^?]*\/contact\?/)
  const [order] = await customer.orders()
  await expect(main(page).getByLabel('Subject')).toHaveValue(
    `Gift message or engraving: order ${order?.order_number}`,
  )
  await expect(main(page).getByRole('textbox', { name: 'Message' })).toHaveValue(words)
}

test('U4: where the shop’s server is of a build that knows no notes, a shopper who sent one is told, and can send it again in the same words', async ({
  shopper: page,
}) => {
  const ada = await orderWithNote(page)
  await expect(title(page)).toHaveText('Thank you for your order')
  await expect(main(page)).toContainText('Your message may not have reached us')
  await expect(main(page)).toContainText('With love, Bo')
  await expectToLookGood(page)
  await main(page).getByRole('link', { name: 'send it to us again' }).click()
  await expectMessage(page, ada, note)
  // It is there for as long as any message that has not been sent.
  await page.reload()
  await expectMessage(page, ada, note)
})

test(
  'U4: and so is one who has gone elsewhere while the order was under way',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const { promise: answer, resolve: goOn } = Promise.withResolvers<void>()
    const ada = await orderWithNote(page, answer)
    await logo(page).click()
    await expect(page).toHaveURL('/')
    goOn()
    await messages(page).getByRole('button', { name: 'Write to us' }).click()
    await expectMessage(page, ada, note)
  },
)

test(
  'U4: but of one who has signed out meanwhile, nothing is kept',
  { tag: inLongForm },
  async ({ shopper: page }) => {
    const { promise: answer, resolve: goOn } = Promise.withResolvers<void>()
    await orderWithNote(page, answer)
    await logo(page).click()
    await expect(page).toHaveURL('/')
    expect(await everythingKept(page)).toContain('With love')
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).press('Enter')
    await page.getByRole('button', { name: authTexts.signOut }).press('Enter')
    await expectToHear(page, authTexts.loggedOut)
    goOn()
    await expectToHear(page, 'Your message may not have reached us')
    expect(await everythingKept(page)).not.toContain('With love')
  },
)
