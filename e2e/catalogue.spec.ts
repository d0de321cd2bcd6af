import { type Page, expect } from '@playwright/test'
import { catalogueTexts, categories } from '#contract/listing.ts'
import { answered, awake, expectGoodPage, expectToFit, forgive, isPhone, test } from './support/shopper.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const names = (page: Page) => main(page).getByRole('article').getByRole('heading').allInnerTexts()
const currentPage = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')

/** Ticks a filter: on a phone it is in a sheet of its own. */
async function filterBy(page: Page, label: string) {
  if (!isPhone(page)) return page.getByRole('checkbox', { name: label }).check()
  await page.getByRole('button', { name: /^Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: label }).check()
  await expectGoodPage(page)
  await sheet.getByRole('button', { name: /^Show \d+ items?/ }).click()
  await expect(sheet).toBeHidden()
}

test('filters, order and page live in the address: reload and back keep them', async ({ shopper: page }) => {
  await page.goto('/products')
  await awake(page)
  await page.getByLabel('Sort by').selectOption('Price: Low to High')
  await expect(page).toHaveURL('/products?sort_by=price_low_high')
  await expect(main(page).getByRole('article').first()).toContainText('£38.00')
  await filterBy(page, 'Under £300')
  await expect(page).toHaveURL(/price=0-300/)
  await expect(main(page).getByRole('status')).toHaveText(/^\d+ pieces$/)
  const onFirst = await names(page)

  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(currentPage(page)).toHaveText('Page 2')
  await expect.poll(() => names(page)).not.toEqual(onFirst)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const onSecond = await names(page)
  await expectGoodPage(page)

  await page.reload()
  await awake(page)
  expect(await names(page)).toEqual(onSecond)
  await expect(page.getByLabel('Sort by')).toHaveValue('price_low_high')
  await expect(page.getByRole('link', { name: 'Remove filter Under £300' })).toBeVisible()

  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(() => names(page)).toEqual(onFirst)
  await page.getByRole('link', { name: 'Remove filter Under £300' }).click()
  await expect(page).toHaveURL('/products?sort_by=price_low_high')
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0)
})

test('a new filter starts again at the first page', async ({ shopper: page }) => {
  await page.goto('/products?page=3')
  await awake(page)
  await filterBy(page, 'Bestsellers')
  await expect(page).toHaveURL('/products?is_bestseller=true')
  await page.goto('/products?page=3')
  await awake(page)
  await page.getByLabel('Sort by').selectOption('Newest First')
  await expect(page).toHaveURL('/products?sort_by=newest')
})

test('back leads to the place in the listing that was left', async ({ shopper: page }) => {
  await page.goto('/products')
  await awake(page)
  const piece = main(page).getByRole('article').nth(6).getByRole('link').first()
  await piece.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(100)
  await piece.click()
  await expect(
    page
      .getByRole('radio')
      .or(page.getByRole('button', { name: 'Add to cart' }))
      .first(),
  ).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(title(page)).toHaveText('Our Jewellery Collection')
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), left)).toBeLessThan(80)
})

test('a page beyond the last one says so and leads to the first', async ({ shopper: page }) => {
  await page.goto('/products?page=99')
  await awake(page)
  await expect(page.getByRole('heading', { name: catalogueTexts.noProducts })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Go to page 1' }).click()
  await expect(page).toHaveURL('/products')
  await expect(main(page).getByRole('article')).toHaveCount(8)
})

test('every category names itself when it has nothing', async ({ shopper: page }) => {
  for (const { path, name } of categories) {
    await page.goto(`${path}?min_weight=9000`)
    await expect(title(page)).toHaveText(name)
    await expect(page.getByRole('heading', { name: `No ${name.toLowerCase()} found` })).toBeVisible()
    await expectToFit(page)
  }
  await awake(page)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(main(page).getByRole('article')).toHaveCount(8)
})

test('a size must be chosen, and one that is sold out says so', async ({ shopper: page }) => {
  await page.goto('/products/oval-signet-ring')
  await awake(page)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Add to cart' }).click()
  await expect(main(page).getByRole('alert')).toHaveText(catalogueTexts.chooseVariant)
  await expect(page.getByRole('radio').first()).toBeFocused()
  await expectGoodPage(page)

  await page.keyboard.press('Space')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await expect(page).toHaveURL(/variant=\d+/)
  await expect(page.getByText(catalogueTexts.chooseVariant)).toBeHidden()

  const soldOut = page.getByRole('radio', { name: /^U ?, sold out$/ })
  await page.getByText('U, sold out').click()
  await expect(soldOut).toBeChecked()
  await expect(main(page).getByRole('status')).toHaveText('Out of stock')
  await expect(main(page).getByRole('button', { name: 'Out of stock' })).toBeDisabled()
  await expectGoodPage(page)
  await page.reload()
  await expect(soldOut).toBeChecked()
})

test('a piece that is out of stock can be looked at, not bought', async ({ shopper: page }) => {
  await page.goto('/products/anklets?sort_by=price_high_low')
  await awake(page)
  const card = main(page).getByRole('article').filter({ hasText: 'Double-Strand Anklet' })
  await expect(card).toContainText('Out of stock')
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL('/products/double-strand-anklet')
  await expect(main(page).getByRole('button', { name: 'Out of stock' })).toBeDisabled()
  await expectGoodPage(page)
})

test('search follows what is typed, forgives a slip and says when there is nothing', async ({
  shopper: page,
}) => {
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/products/search/')) asked.push(searchParams.get('query'))
  })
  await page.goto('/')
  await awake(page)
  const box = page.getByRole('searchbox', { name: 'Search the shop' })

  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(box).toBeFocused()
    await box.pressSequentially('saphire', { delay: 40 })
    const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('link')
    await expect(suggestions.first()).toContainText(/sapphire/i)
    expect(await suggestions.count()).toBeLessThanOrEqual(5)
    expect(asked).toEqual(['saphire'])
    await expectGoodPage(page)
    await box.fill('zzzz')
    await expect(page.getByText('No results found for "zzzz"')).toBeVisible()
    await box.fill('braclet')
    await box.press('Enter')
    await expect(page).toHaveURL('/search-results?query=braclet')
    await expect(title(page)).toBeVisible()
  } else {
    await box.pressSequentially('saphire', { delay: 40 })
    await expect(page).toHaveURL('/products/search-results?query=saphire')
    await expect(box).toBeFocused()
    await expect(main(page).getByRole('article').first()).toContainText(/sapphire/i)
    expect(asked).toEqual(['saphire'])
    await box.fill('zzzz')
    await expect(page.getByRole('heading', { name: 'No results found for "zzzz"' })).toBeVisible()
    await expectGoodPage(page)
    await box.fill('braclet')
    await expect(page).toHaveURL('/products/search-results?query=braclet')
  }
  await expect(main(page).getByRole('article').first()).toContainText(/bracelet|bangle|cuff/i)
  await expectGoodPage(page)
  await page.reload()
  await expect(main(page).getByRole('article').first()).toContainText(/bracelet|bangle|cuff/i)

  if (isPhone(page)) return
  await awake(page)
  await box.fill('')
  await expect(page).toHaveURL('/')
})

test('an unknown page and an unknown piece are 404, in the shop’s own voice', async ({ shopper: page }) => {
  forgive(page, answered(404))
  for (const [path, heading] of [
    ['/no-such-page', 'This page could not be found'],
    ['/products/no-such-ring', catalogueTexts.productNotFound],
  ] as const) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(title(page)).toHaveText(heading)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Damson' })).toBeVisible()
    await expectGoodPage(page)
  }
  await awake(page)
  await main(page).getByRole('link', { name: 'See all jewellery' }).click()
  await expect(title(page)).toHaveText('Our Jewellery Collection')
})
