import { type Route, expect } from '@playwright/test'
import { apiRoot } from '#contract/apiRoot.ts'
import { texts } from '#contract/texts.ts'
import { prepared, test, workerReady } from '../support/offline.ts'
import { everythingKept, expectCopies } from '../support/stored.ts'
import { inLongForm } from '../support/screens.ts'

/** Part of every answer here, and must be nowhere afterwards. */
const canary = 'canary-of-this-test'
const wrong = JSON.stringify({ data: canary })
const { invalidResponse, somethingWentWrong } = texts

/** Where it is requested, what is answered, and what the shopper reads about it; each is on a page of its own. */
const answers: [string, Parameters<Route['fulfill']>[0], string][] = [
  ['Bracelet', { body: wrong.slice(0, -2) }, invalidResponse],
  ['Chain', { body: wrong }, invalidResponse],
  // Ten megabytes.
  ['Anklet', { body: wrong.replace(canary, canary.repeat(550_000)) }, invalidResponse],
  ['Earrings', { status: 500, body: JSON.stringify({ message: canary }) }, somethingWentWrong],
]

test(
  'whatever the API answers is told in words, breaks nothing and is not kept; asked once more, the page comes',
  { tag: inLongForm },
  async ({ profile }) => {
    const page = await profile.start()
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    const main = page.getByRole('main')
    const open = async (category: string) => {
      // The page being left contains nothing of the one being opened.
      await page.goto('/products/rings')
      await prepared(page)
      await page
        .getByRole('navigation', { name: 'Categories' })
        .getByRole('link', { name: category, exact: true })
        .click()
    }
    await page.goto('/products/rings')
    await workerReady(page)

    const calls = `**${apiRoot}products/**`
    const headers = { 'cache-control': 'public, max-age=300' }
    for (const [category, answer, words] of answers) {
      await page.route(calls, (route) =>
        route.fulfill({ contentType: 'application/json', headers, ...answer }),
      )
      await open(category)
      await expect(main.getByText(words).first(), category).toBeVisible()
      await expect(main.getByText(canary), category).toHaveCount(0)
      await page.unroute(calls)
    }
    await main.getByRole('region', { name: 'Pieces' }).getByRole('button', { name: 'Retry' }).click()
    await expect(main.getByRole('article').first()).toBeVisible()
    await open('Bracelet')
    await expect(main.getByRole('article').first()).toBeVisible()
    // Anything earlier would be stored by now as well.
    await expectCopies(page, /productsByCategory.*bracelets/)
    expect((await everythingKept(page)).includes(canary), 'an answer is kept').toBe(false)
    expect(faults).toEqual([])
  },
)
