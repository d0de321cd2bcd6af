import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { authTexts } from '#contract/authTexts.ts'
import { providerPaths } from '#contract/provider.ts'
import type { ProviderKey } from '#contract/providers.ts'
import { inNameOf, providerTexts } from '#contract/providerTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { texts } from '#contract/texts.ts'
import { type TestProvider, secondName, startProvider } from '#tests/support/provider.ts'
import { type OwnShop, openOwnShop } from './support/release.ts'
import {
  answered,
  awake,
  expectToHear,
  expectToLookGood,
  forgive,
  test,
  watching,
} from './support/shopper.ts'
import { inLongForm } from './support/screens.ts'

const main = (page: Page) => page.getByRole('main')
const continueWith = (page: Page, name: string) =>
  main(page).getByRole('button', { name: `Continue with ${name}` })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test.describe('in a shop with two providers', () => {
  // In one worker: each would open a shop and providers of its own.
  test.describe.configure({ mode: 'default' })
  let provider: TestProvider
  let second: TestProvider
  let shop: OwnShop
  test.beforeAll(async () => {
    shop = await openOwnShop(async (origin) => {
      const accounts = {
        rowan: {
          email: 'rowan@example.com',
          email_verified: true,
          given_name: 'Rowan',
          family_name: 'Sloe',
        },
        bramble: { email: 'bramble@example.com', email_verified: false },
      }
      const callback = (key: ProviderKey) => `${origin}${apiRoot}${providerPaths(key).callback}`
      provider = await startProvider([callback('google')], accounts)
      second = await startProvider([callback('second')], accounts)
      return { ...provider.environment, ...second.environmentOfSecond }
    })
  })
  test.afterAll(async () => {
    await shop.forget()
    await Promise.all([provider.stop(), second.stop()])
  })

  /** Goes through the provider's page as somebody, or back without. */
  async function choose(page: Page, name: string, at = 'Google') {
    await continueWith(page, at).click()
    await expect(page).toHaveTitle('Provider')
    await page.getByRole('link', { name }).click()
  }

  test('a guest comes back signed in, to where they wanted to go', async ({ shopper: page }) => {
    await page.goto(`${shop.origin}/account?tab=addresses`)
    await awake(page)
    await choose(page, 'rowan')
    await expectToHear(page, authTexts.loggedIn)
    await expect(page).toHaveURL(`${shop.origin}/account?tab=addresses`)
    await expect(page.getByText('Rowan').first()).toBeAttached()
    expect(await stored(page, storageKeys.access)).not.toBeNull()
    expect(JSON.parse((await stored(page, storageKeys.user)) ?? '{}')).toMatchObject({
      email: 'rowan@example.com',
    })
    // Neither the code nor a token is in any address of the browser's history.
    await page.goBack()
    expect(page.url()).not.toMatch(/code=|access|refresh/)

    await page.goto(`${shop.origin}/account`)
    await expect(main(page).getByText('You log in without one.')).toBeVisible()
    await expectToLookGood(page)
    await main(page).getByRole('button', { name: 'Email Me a Link' }).click()
    await expect(main(page).getByText('We have sent a link to rowan@example.com')).toBeVisible()
    await expect(main(page).locator(':focus')).toContainText('We have sent a link')
    await main(page).getByRole('button', { name: 'Delete My Account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Email Me a Code' }).click()
    await expect(dialog.getByText('A code is on its way to you by email.')).toBeVisible()
    forgive(page, answered(400))
    await dialog.getByLabel('Code from the email').fill('WRONGONE')
    await dialog.getByRole('button', { name: 'Delete My Account' }).click()
    await expect(dialog.getByLabel('Code from the email')).toHaveAccessibleDescription(
      'This code is not right, or too old',
    )
  })

  test(
    'by the second provider and from the sign-up page, too',
    { tag: inLongForm },
    async ({ shopper: page }) => {
      await page.goto(`${shop.origin}/sign-up?from=%2Forders`)
      await awake(page)
      await choose(page, 'Cancel', secondName)
      await expect(main(page).getByRole('alert')).toHaveText(inNameOf(secondName, providerTexts.failed))
      await choose(page, 'rowan', secondName)
      await expect(page).toHaveURL(`${shop.origin}/orders`)
    },
  )

  test('who cancels is back at the login and told so', async ({ shopper: page }) => {
    await page.goto(`${shop.origin}/login?from=%2Fwishlist`)
    await awake(page)
    await choose(page, 'Cancel')
    await expect(main(page).getByRole('alert')).toHaveText(providerTexts.failed)
    await expect(page).toHaveURL(`${shop.origin}/login?from=%2Fwishlist`)
    expect(await stored(page, storageKeys.access)).toBeNull()
    await expectToLookGood(page)
    // And may try again at once.
    await choose(page, 'rowan')
    await expect(page).toHaveURL(`${shop.origin}/wishlist`)
  })

  test('an address that is not verified is refused in plain words', async ({ shopper: page }) => {
    await page.goto(`${shop.origin}/login`)
    await awake(page)
    await choose(page, 'bramble')
    await expect(main(page).getByRole('alert')).toHaveText(providerTexts.unverified)
    expect(await stored(page, storageKeys.access)).toBeNull()
  })

  test('a code that somebody else sends signs nobody in', async ({ shopper: page }) => {
    forgive(page, answered(401))
    await page.goto(`${shop.origin}/login#code=${'A'.repeat(43)}`)
    await expect(main(page).getByRole('alert')).toHaveText(providerTexts.failed)
    await expect(page).toHaveURL(`${shop.origin}/login`)
    expect(await stored(page, storageKeys.access)).toBeNull()
  })
})

test('without a provider the button says so, and without a network, too', async ({
  shopper: page,
  context,
}) => {
  await page.goto('/login')
  await awake(page)
  await watching(page)
  await continueWith(page, 'Google').click()
  await expect(main(page).getByRole('alert')).toHaveText(providerTexts.unavailable)
  forgive(page, /ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue offline' }).click()
  await continueWith(page, 'Google').click()
  await expect(main(page).getByRole('alert')).toHaveText(texts.networkError)
  await expect(page).toHaveURL('/login')
  await context.setOffline(false)
})
