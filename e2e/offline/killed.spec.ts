import { type Page, expect } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { rounds, test, workerReady } from '../support/offline.ts'
import { newAccount } from '../support/shopper.ts'
import { remember } from '../support/stored.ts'

test('a browser that is killed while it refreshes is signed in when it starts again', async ({
  profile,
  line,
  request,
}) => {
  test.setTimeout(rounds(240_000, 1_200_000))
  const ada = await newAccount({ request })
  // Orders are never stored, so a page that shows there are none has been let in by the shop.
  const isLetIn = (page: Page) => expect(page.getByText('No orders found.')).toBeVisible()
  let page = await profile.start()
  await remember(page, ada.kept)
  await page.goto('/privacy-policy')
  await workerReady(page)

  for (let round = 0; round < rounds(1, 20); round += 1) {
    // localStorage is certain to be on the disk only once the browser has been closed.
    await profile.close()
    page = await profile.start()
    await remember(page, { [storageKeys.access]: 'an-expired-token' })
    // The shop has exchanged the token, and the browser never learns the new one.
    const cut = line.cutWith('answer', 1, paths.refreshToken)
    const leaving = page.goto('/orders').catch(() => undefined)
    await cut
    await profile.kill()
    await leaving
    await line.mend()

    page = await profile.start()
    await remember(page, { [storageKeys.access]: 'an-expired-token' })
    await page.goto('/orders')
    await isLetIn(page)
    // Killed so soon after, it may have stored the new tokens or only the old ones.
    await profile.kill()

    page = await profile.start()
    await remember(page, { [storageKeys.access]: 'an-expired-token' })
    await page.goto('/orders')
    await isLetIn(page)
  }
})
