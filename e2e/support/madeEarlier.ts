import type { Page } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'

/** Has what the page at `path` brings along be read so many milliseconds from now; before, where that is negative. */
export const readAt = (page: Page, path: string, fromNow: number): Promise<unknown> =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const read = `"dataUpdatedAt":${Date.now() + fromNow}`
    await route.fulfill({ response, body: (await response.text()).replace(/"dataUpdatedAt":\d+/g, read) })
  })

/** Has the page at `path` be one that was made ten minutes ago, as a phone may have kept it; `call` answers otherwise since. */
export async function madeEarlier(
  page: Page,
  path: string,
  call: string,
  change: (answer: string) => string,
): Promise<void> {
  await readAt(page, path, -10 * 60_000)
  await page.route(`**${apiRoot}${call}*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })
}
