import { type Page, expect } from '@playwright/test'
import { built } from './support/built.ts'
import { awake, forgive, signedIn, test } from './support/shopper.ts'

/**
 * Does to the page, from here on, what Chrome does that translates it: each text gives its place to a `<font>` with the
 * translated one, here between guillemets, and so does each that comes later.
 */
async function translate(page: Page) {
  const follower = `/${built('src/shell/followTranslation.ts')}`
  const isAsked = (path: string) => performance.getEntriesByName(location.origin + path).length > 0
  await expect.poll(() => page.evaluate(isAsked, follower)).toBe(true)
  // Who asked for it has it no later.
  await page.evaluate((path) => import(path).then(() => undefined), follower)
  // What hydrates only now finds other markup than the server's, and is made anew.
  forgive(page, /React error #418/)
  return page.evaluate(() => {
    const untouched = 'script, style, font, option, textarea, [translate=no]'
    const replace = (node: Node) => {
      if (node instanceof Text) {
        if (!node.data.trim() || !node.parentElement || node.parentElement.closest(untouched)) return
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = `«${node.data}»`
        outer.append(inner)
        node.replaceWith(outer)
      } else for (const child of node.childNodes) replace(child)
    }
    replace(document.body)
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') replace(target)
        for (const node of addedNodes) if (node.isConnected) replace(node)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** What is to be read, without the marks of the translation. */
const read = async (page: Page, selector = 'main') =>
  (await page.locator(selector).first().innerText()).replaceAll(/[«»]/g, '')

test('a page that the browser translates goes on, and shows what has changed', async ({ shopper: page }) => {
  await page.goto('/products/search-results?query=sapphire')
  await awake(page)
  await translate(page)
  const found = page.getByRole('searchbox', { name: 'Search the shop' }).first()
  await expect.poll(() => read(page, 'h1')).toBe('Results for “sapphire”')
  await found.fill('ruby')
  await expect.poll(() => read(page, 'h1')).toBe('Results for “ruby”')
  await expect.poll(() => read(page)).toMatch(/\bRuby\b/)
  await expect(page.locator('h1'), 'translated as well').toContainText('«Results for “')

  await page.goto('/products/rings')
  await awake(page)
  await translate(page)
  await page.getByRole('checkbox', { name: /£300 - £600/ }).check()
  await expect.poll(() => read(page, 'main [role=status]')).toBe('1 piece')
  await page.getByRole('checkbox', { name: /Over £900/ }).check()
  await expect.poll(() => read(page, 'main [role=status]')).toBe('8 pieces')
  await page.locator('article a').first().click()
  await expect(page).toHaveURL(/\/products\/[\w-]+$/)
  await page.goBack()
  await expect.poll(() => read(page, 'main [role=status]')).toBe('8 pieces')
})

test('a translated cart shows what it comes to', async ({ shopper: page }) => {
  const customer = await signedIn(page)
  await customer.put('pearl-stud-earrings')
  await page.goto('/cart')
  await awake(page)
  await translate(page)
  await expect.poll(() => read(page)).toContain('£262.15')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More|^Increase/ })
    .click()
  await expect.poll(() => read(page)).toContain('£524.30')
  await expect.poll(() => read(page)).not.toContain('£262.15')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect.poll(() => read(page)).toContain('Your cart is empty')
})
