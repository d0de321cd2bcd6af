import { type Page, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { rounds, test } from '../support/offline.ts'
import { awake, newAccount } from '../support/shopper.ts'
import { remember } from '../support/stored.ts'

const refreshing = `**${apiRoot}${paths.refreshToken}`
const spoil = (page: Page) =>
  page.evaluate((key) => localStorage.setItem(key, 'an-expired-token'), storageKeys.access)

test('a browser that is killed while its session is renewed is still signed in', async ({
  profile,
  request,
}) => {
  test.setTimeout(rounds(60_000, 400_000))
  const ada = await newAccount({ request })
  let page = await profile.start()
  await page.goto('/')
  await remember(page, ada.kept)
  for (let round = 0; round < rounds(2, 20); round += 1) {
    await spoil(page)
    // The server has renewed it, and the browser never learns of it.
    const renewed = new Promise<number>((resolve, reject) => {
      page
        .route(refreshing, async (route) => resolve((await route.fetch()).status()))
        .catch((error: unknown) => reject(new Error('The refresh cannot be held back', { cause: error })))
    })
    await page.goto('/account')
    expect(await renewed).toBe(200)
    await profile.kill()
    page = await profile.start()
    await page.goto('/privacy-policy')
  }
  await spoil(page)
  await page.goto('/account')
  await awake(page)
  await expect(page.getByRole('main').getByText(ada.email)).toBeVisible()
  await expect(page).toHaveURL('/account')
})
