import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as catalogue from '#server/db/schema/catalogue.ts'
import { product_gemstones, products, variants } from '#server/db/schema/catalogue.ts'
import * as content from '#server/db/schema/content.ts'
import { customers, reviews } from '#server/db/schema/customers.ts'
import { registerPages } from '#server/pages/register.ts'
import { newShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { bootScript, ownScripts } from '#tests/support/bootScript.ts'

const scripts = [
  '</script><script>window.hurt=1</script>',
  '<!--<script>window.hurt=1</script>',
  '<img src=x onerror="window.hurt=1">',
  '"><svg onload=window.hurt=1>',
  "' onmouseover='window.hurt=1",
  '</title><script>window.hurt=1</script>',
  '</style><script>window.hurt=1</script>',
  '</template></textarea><iframe srcdoc="<script>window.hurt=1</script>">',
  '\u2028\u2029{{constructor.constructor("window.hurt=1")()}}${window.hurt=1}',
].join(' ')
const address = 'javascript:window.hurt=1'

/** Every text of these that is not excepted is filled, a new one, too. */
const tables = [...Object.values(catalogue), ...Object.values(content), reviews, customers].filter((one) =>
  is(one, PgTable),
)

/** Columns, by their own name or with their table's, that a page has no text of. */
const exceptions: Record<string, readonly string[]> = {
  'held to letters, digits and hyphens, because it is in an address': ['slug'],
  'an address that the shop makes itself for a picture that it was given': ['image'],
  'one of the few words that the shop knows': ['icon', 'banner_type', 'empty_side'],
  'only searched in': ['search_names', 'phrase', 'kind', 'piece_sets.name', 'piece_changes.name'],
  'the name of a file, made of its content': ['picture_masters.name', 'hash'],
  'only the shop’s and the jeweller’s': ['key', 'variants.sku', 'collections.description'],
  'only its customer’s, but for what signs a review': ['email', 'last_name', 'contact_no', 'password_hash'],
}
const excepted = new Set(Object.values(exceptions).flat())

const places = tables.flatMap((table) =>
  Object.values(getTableColumns(table))
    .map(({ name, columnType }) => ({ table, name, place: `${getTableName(table)}.${name}`, columnType }))
    .filter(({ columnType }) => columnType === 'PgText')
    .filter(({ name, place }) => !excepted.has(name) && !excepted.has(place)),
)
/** By which each filled place is recognised, since one of them alone would be on most pages. */
const markOf = (place: string) => `[${place}]`

type Answer = Awaited<ReturnType<Shop['app']['inject']>>

let shop: Shop
let answers: Answer[] = []
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop
  const [piece] = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .innerJoin(variants, eq(variants.product_id, products.id))
    .innerJoin(product_gemstones, eq(product_gemstones.product_id, products.id))
    .limit(1)
  if (piece === undefined) throw new Error('No piece has variants and gemstones')
  const { id: customer_id } = await newShopper(shop)
  await db.insert(reviews).values({ product_id: piece.id, customer_id, rating: 5, title: '', text: '' })
  await db.update(products).set({ is_featured: true, review_count: 1, rating_sum: 5 })
  // Every text that the jeweller's desk, a customer or another program could have put there.
  for (const { table, name, place } of places) {
    const hurt = name.endsWith('link') ? address : scripts
    const filling = `${hurt}//${markOf(place)}`
    // Different in each row, because some have to be.
    await db.execute(sql`update ${table} set ${sql.identifier(name)} = ${filling} || ctid`)
  }
  await registerPages(shop.app, shop.config)
  answers = await Promise.all(pagesWith(piece.slug).map(open))
  // Only now: where there is a document the server takes itself for a browser, and leaves to it what is below a piece.
  await import('#tests/support/page.ts')
})
afterAll(() => shop.close())

const query = encodeURIComponent(scripts)
const pagesWith = (slug: string) => [
  '/',
  '/products',
  '/products/rings',
  `/products/${slug}`,
  `/products/search-results?query=${query}`,
  `/products?material=${query}&category=${query}`,
  `/login?from=${query}`,
  `/login?from=${encodeURIComponent(address)}`,
  `/track-order?order_number=${query}`,
  `/reset-password?token=${query}`,
  `/verify-email?token=${query}`,
  `/no/such/${query}`,
]

/** As a browser does: if an address is normalised first, it follows the redirect within the shop. */
async function open(url: string): Promise<Answer> {
  const answer = await shop.app.inject({ method: 'GET', url })
  if (answer.statusCode < 300 || answer.statusCode >= 400) return answer
  const location = String(answer.headers.location)
  expect(location).toMatch(/^\/(?![/\\])/)
  return open(location)
}

describe('whatever the content or the address says, a page runs no script of it', () => {
  test('and every place that was filled with one is among those looked at', () => {
    const seen = answers.map(({ body }) => body).join('')
    expect(places.map(({ place }) => place).filter((place) => !seen.includes(markOf(place)))).toEqual([])
  })

  test.each([...pagesWith('the piece').keys()])('page %i of the list', (index) => {
    const answer = answers[index]
    if (answer === undefined) throw new Error('It was not opened')
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['content-security-policy']).toContain(`script-src ${ownScripts};`)
    const document = new DOMParser().parseFromString(answer.body, 'text/html')
    const inline = [...document.scripts].filter(({ src }) => src === '')
    // Our own, or data for our own, which no browser runs, and intact in spite of its content.
    for (const script of inline) {
      if (script.text === bootScript) continue
      expect(script.type).toMatch(/^application\/(ld\+)?json$/)
      expect(() => JSON.parse(script.text)).not.toThrow()
    }
    for (const script of document.querySelectorAll('script[src]')) {
      expect(script.getAttribute('src')).toMatch(/^\/assets\//)
    }
    expect(document.querySelectorAll('iframe, object, embed, base, form[action^="javascript"]')).toHaveLength(
      0,
    )
    const attributes = [...document.querySelectorAll('*')].flatMap(({ attributes: own }) => [...own])
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([])
    const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src')
    expect(addresses.filter(({ value }) => /^\s*(javascript|data|vbscript):/i.test(value))).toEqual([])
  })
})
