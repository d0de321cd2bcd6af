import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { findProduct, toProduct } from '#server/catalogue/store.ts'
import { write } from '#server/answers/written.ts'
import { addMainPicture, newPiece } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'

const slug = 'oval-sapphire-halo-ring'

/** The tables of which a piece is made, and the condition for this one's rows. */
const rowsOf = (id: number) => {
  const own = sql`product_id = ${id}`
  const named = (key: string, table: string) =>
    sql`id in (select ${sql.identifier(key)} from ${sql.identifier(table)} where ${own})`
  return Object.entries({
    products: sql`id = ${id}`,
    product_images: own,
    variants: own,
    product_gemstones: own,
    categories: named('category_id', 'product_categories'),
    collections: named('collection_id', 'product_collections'),
    materials: named('material_id', 'product_materials'),
    gemstones: named('gemstone_id', 'product_gemstones'),
  })
}

/** A value other than the present one, by the type of the column. */
const changed: Readonly<Record<string, (column: string) => string>> = {
  integer: (column) => `coalesce(${column}, 0) + 1`,
  'double precision': (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not ${column}`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  'timestamp with time zone': (column) => `${column} + interval '1 hour'`,
}

describe.each(engines())('a piece on %s', (engine) => {
  let shop: Shop
  let id = 0
  let now = 0
  beforeAll(async () => {
    shop = await openShop({ engine, elapsed: () => now })
    id = (await findProduct(shop.db, slug))?.id ?? 0
  })
  afterAll(() => shop.close())

  /** As it is sent, by itself and in a list; never an answer cached within a second. */
  async function sent(of = id) {
    now += 60_000
    const { body } = await shop.call('GET', `${paths.product(of)}?${now}`)
    const { slug } = (body as { data: { slug: string } }).data
    const list = await shop.call('GET', `${paths.products}?slug=${slug}`)
    return [(body as { data: object }).data, ...(list.body as { results: { data: object[] } }).results.data]
  }
  async function stored() {
    const row = await findProduct(shop.db, String(id))
    return row && JSON.parse(write(Product, toProduct(row), 'A piece'))
  }

  it('is told as it is after a change of any column that it is made of', async () => {
    const columns: string[] = []
    const before = await sent()
    expect(before).toEqual([await stored(), await stored()])
    for (const [table, where] of rowsOf(id)) {
      const { rows } = await shop.db.execute<{ name: string; type: string }>(sql`
        select column_name as name, data_type as type from information_schema.columns
        where table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO' and column_name not like '%\\_id'`)
      for (const { name, type } of rows) {
        const value = changed[type]
        if (value === undefined) throw new Error(`${table}.${name} is a ${type}`)
        await shop.db.execute(
          sql`update ${sql.identifier(table)} set ${sql.identifier(name)} = ${sql.raw(value(`"${name}"`))} where ${where}`,
        )
        const known = await stored()
        expect(await sent(), `${table}.${name}`).toEqual([known, known])
        columns.push(`${table}.${name}`)
      }
    }
    expect(columns.length).toBeGreaterThan(40)
  })

  it.each([
    'product_images',
    'variants',
    'product_gemstones',
    'product_categories',
    'product_collections',
    'product_materials',
  ])('is told as it is after each of its %s is gone', async (table) => {
    const { rows } = await shop.db.execute<{ place: string }>(
      sql`select ctid::text as place from ${sql.identifier(table)} where product_id = ${id}`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { place } of rows) {
      await shop.db.execute(sql`delete from ${sql.identifier(table)} where ctid = ${place}::tid`)
      const known = await stored()
      expect(await sent()).toEqual([known, known])
    }
  })

  it('is shown by its main picture, wherever that stands among its pictures', async () => {
    const piece = await newPiece(shop)
    await addMainPicture(shop, piece.id)
    const image = '/pictures/main.avif'
    expect(await sent(piece.id)).toMatchObject([{ image }, { image }])
  })
})
