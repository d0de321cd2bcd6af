import type { Page } from '@playwright/test'
import axe, { type RunOnly, type RunOptions } from 'axe-core'

/**
 * What axe finds wrong with the page as it is, each as the rule and the markup of the places. Each document gets axe
 * itself, which is more than half a megabyte, once; and only what is wrong leaves the page.
 */
export async function complaints(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const inPage: typeof axe = Reflect.get(window, 'axe')
      const { violations } = await inPage.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { runOnly, resultTypes: ['violations'], selectors: false } satisfies RunOptions,
  )
}
