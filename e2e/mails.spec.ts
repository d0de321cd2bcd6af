import { join } from 'node:path'
import { expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { dataDirOf } from './support/dataDir.ts'
import { mailsIn } from './support/mails.ts'
import { anyScreen } from './support/screens.ts'
import { test } from './support/shopper.ts'

test(
  'a mail fits the narrowest phone, whatever is in it, and is dark where the reader’s program is',
  {
    tag: anyScreen,
  },
  async ({ page, baseURL }) => {
    const subject = `Long words ${Date.now()}`
    const sent = await page.request.post(apiRoot + paths.contactUs, {
      data: { name: 'N'.repeat(80), email: 'ada@example.com', subject, message: 'm'.repeat(300) },
    })
    expect(sent.ok()).toBe(true)
    const outbox = join(dataDirOf(Number(new URL(baseURL ?? '').port)), 'outbox')
    const find = () => mailsIn(outbox).find(({ text }) => text.includes(subject))
    await expect.poll(find).toBeDefined()

    await page.setViewportSize({ width: 320, height: 640 })
    await page.setContent(find()?.html ?? '')
    await expect(page.getByText('m'.repeat(300))).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const lightOf = (selector: string, property: 'color' | 'backgroundColor') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => {
          const [red = 0, green = 0, blue = 0] =
            getComputedStyle(element)[name].match(/\d+/g)?.map(Number) ?? []
          return red + green + blue
        }, property)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await lightOf('body', 'backgroundColor')).toBeLessThan(150)
    expect(await lightOf('h1', 'color')).toBeGreaterThan(600)
  },
)
