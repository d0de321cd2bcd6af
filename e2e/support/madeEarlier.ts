import type { Page } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'

/** Has the page at `path` be one that was made ten minutes ago, as a phone may have kept it; `call` answers otherwise since. */
export async function madeEarlier(
  page: Page,
  path: string,
  call: string,
  change: (answer: string) => string,
): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const made = `"dataUpdatedAt":${Date.now() - 10 * 60_000}`
    await route.fulfill({ response, body: (await response.text()).replace(/"dataUpdatedAt":\d+/g, made) })
  })
  await page.route(`**${apiRoot}${call}*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}
