import { type Page, expect } from '@playwright/test'
import { networkTexts } from '#contract/networkTexts.ts'
import { rounds, test, workerReady } from '../support/offline.ts'

const dialog = (page: Page) => page.getByRole('alertdialog', { name: networkTexts.title })
const line = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const title = (page: Page) => page.getByRole('heading', { level: 1 })
/** Of what is in there nothing was ever seen. */
const unseen = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Bracelet', exact: true })

/** Opens a page that is ready for whatever befalls its line. */
async function ready(page: Page, path: string) {
  await page.goto(path)
  await workerReady(page)
  await expect(page.locator('#root ~ div > [role=status]')).toBeAttached()
}

/** Counts how often the page is loaded from here on. */
function countLoads(page: Page) {
  const loads = { count: 0 }
  page.on('load', () => (loads.count += 1))
  return loads
}

test('a server that is gone while the browser feels online: told when something is asked for, and gone again with it', async ({
  profile,
  line: wire,
}) => {
  const page = await profile.start()
  await ready(page, '/products/rings')
  await wire.cut()
  await unseen(page).click()
  await expect(dialog(page)).toBeVisible({ timeout: 12_000 })
  await page.keyboard.press('Escape')
  await expect(line(page, networkTexts.offline)).toBeVisible()

  await wire.mend()
  const tryAgain = line(page, networkTexts.offline).getByRole('button', { name: networkTexts.tryAgain })
  await Promise.all([page.waitForEvent('load'), tryAgain.click()])
  await expect(title(page)).toHaveText('Bracelets')
  await expect(line(page, networkTexts.offline)).toBeHidden()
})

test('a line that accepts everything and answers nothing is slow, then none; when it speaks again the page comes', async ({
  profile,
  line: wire,
}) => {
  const page = await profile.start()
  await ready(page, '/products/rings')
  await wire.silence()
  await unseen(page).click()
  await expect(line(page, networkTexts.slow)).toBeVisible()
  await expect(dialog(page)).toBeVisible({ timeout: 15_000 })
  const reloaded = page.waitForEvent('load')
  await wire.mend()
  await reloaded
  await expect(title(page)).toHaveText('Bracelets')
})

test('a network that flaps makes no loop of reloads, and what was typed stays', async ({ profile }) => {
  test.setTimeout(rounds(60_000, 400_000))
  const page = await profile.start()
  const context = page.context()
  await ready(page, '/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Is the ring still there?')
  const loads = countLoads(page)
  const began = Date.now()
  // Ten times in five seconds; for a night, sixty times in five minutes.
  for (let flip = 0; flip < rounds(10, 60); flip += 1) {
    await context.setOffline(true)
    await page.waitForTimeout(rounds(250, 2_500))
    await context.setOffline(false)
    await page.waitForTimeout(rounds(250, 2_500))
  }
  expect(loads.count).toBeLessThanOrEqual(1 + Math.floor((Date.now() - began) / 30_000))
  await expect(dialog(page)).toBeHidden()
  await expect(line(page, networkTexts.offline)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Is the ring still there?')
})

test('a start without a network shows the page and the line, no dialog; the network’s return reloads it once', async ({
  profile,
  line: wire,
}) => {
  let page = await profile.start()
  await ready(page, '/')
  await profile.close()
  await wire.cut()

  page = await profile.start()
  await page.context().setOffline(true)
  await page.goto('/resources/Warranty')
  await expect(title(page)).toHaveText(/warranty/i)
  await expect(line(page, networkTexts.offline)).toBeVisible()
  await expect(dialog(page)).toBeHidden()

  const loads = countLoads(page)
  await wire.mend()
  await page.context().setOffline(false)
  await expect.poll(() => loads.count).toBe(1)
  await expect(line(page, networkTexts.offline)).toBeHidden()
})

test('what was typed is there again after the shop was closed and opened', async ({ profile }) => {
  let page = await profile.start()
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Is the ring still there?')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toContain('still there')
  await profile.close()

  page = await profile.start()
  await page.goto('/contact')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Is the ring still there?')
})
