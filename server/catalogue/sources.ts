import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Product } from '#contract/catalogue.ts'
import { longestName } from '#contract/constants.ts'
import { lazily } from '#contract/lazily.ts'
import type { Db } from '../db/db.ts'
import { former_slugs, products } from '../db/schema/catalogue.ts'
import { gathered } from '../db/gathered.ts'
import { statement } from '../db/statement.ts'

const { search_names: _names, search_vector: _vector, ...ownColumns } = getTableColumns(products)

/**
 * One JSON array of a piece's rows in another table, so that a page of pieces stays one statement. What such a row
 * refers to is fetched by a sub-select: a join would be set up again for each piece.
 */
const listOf = <T>(name: string, rows: SQL) => sql<T[]>`coalesce((${rows}), '[]'::json)`.as(name)

const withLists = {
  ...ownColumns,
  images: listOf<Product['images'][number]>(
    'images',
    sql`
    select json_agg(json_build_object('id', i.id, 'image', i.image, 'alt_text', i.alt_text, 'is_default', i.is_default) order by i.position)
    from product_images i where i.product_id = ${products.id}`,
  ),
  variants: listOf<VariantRow>(
    'variants',
    sql`
    select json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'price', v.price,
      'compare_at_price', v.compare_at_price, 'stock_quantity', v.stock_quantity) order by v.position)
    from variants v where v.product_id = ${products.id}`,
  ),
  categories: listOf<Product['categories'][number]>(
    'categories',
    sql`
    select json_agg((select json_build_object('name', name, 'slug', slug) from categories where id = pc.category_id)
      order by pc.category_id)
    from product_categories pc where pc.product_id = ${products.id}`,
  ),
  collections: listOf<Product['collections'][number]>(
    'collections',
    sql`
    select json_agg((select json_build_object('name', name) from collections where id = pc.collection_id)
      order by pc.collection_id)
    from product_collections pc where pc.product_id = ${products.id}`,
  ),
  materials: listOf<Product['materials'][number]>(
    'materials',
    sql`
    select json_agg((select json_build_object('id', id, 'name', name, 'description', description)
      from materials where id = pm.material_id) order by pm.material_id)
    from product_materials pm where pm.product_id = ${products.id}`,
  ),
  gemstones: listOf<Product['gemstones'][number]>(
    'gemstones',
    sql`
    select json_agg(json_build_object('id', pg.id, 'name', (select name from gemstones where id = pg.gemstone_id),
      'size', pg.size, 'size_unit', pg.size_unit, 'quality', pg.quality, 'color', pg.color, 'is_main', pg.is_main)
      order by pg.is_main desc, pg.id)
    from product_gemstones pg where pg.product_id = ${products.id}`,
  ),
}

/** Amounts in pence. */
export type VariantRow = {
  id: number
  name: string
  sku: string
  price: number
  compare_at_price: number | null
  stock_quantity: number
}

/** A piece with all that belongs to it; amounts in pence. */
export type ProductRow = ReturnType<typeof selectProducts>['_']['result'][number]

const selectProducts = (where: SQL) => new QueryBuilder().select(withLists).from(products).where(where)

/**
 * A piece as the text of its rows, which the database writes in half the time that JSON takes: as long as the text is
 * the same, so is the piece, and nothing that was made from it has to be made again.
 */
export type PieceMark = { id: number; slug: string; says: string }
/** The same, with what there is to make something of. */
export type PieceSource = PieceMark & { json: string }

const rowsNaming = (table: string, named: string, key: string) => ({
  row: 'own::text || named::text',
  from: `${table} own join ${named} named on named.id = own.${key}`,
  order: `own.${key}`,
})

/** The rows of other tables that belong to a piece, together with what they name. */
const belongings = {
  images: { row: 'own::text', from: 'product_images own', order: 'own.position' },
  variants: { row: 'own::text', from: 'variants own', order: 'own.position' },
  categories: rowsNaming('product_categories', 'categories', 'category_id'),
  collections: rowsNaming('product_collections', 'collections', 'collection_id'),
  materials: rowsNaming('product_materials', 'materials', 'material_id'),
  gemstones: rowsNaming('product_gemstones', 'gemstones', 'gemstone_id'),
} satisfies Record<Exclude<keyof typeof withLists, keyof typeof ownColumns>, object>

/**
 * Reads the marks of pieces, and `more` of each. Every table is read once for all of them: a sub-select for each piece
 * would be set up again each time, which is most of its cost. Whatever a row contains, no two rows can produce the text
 * of one, because PostgreSQL writes rows in brackets and quotes whatever would end them.
 */
function marksWhere(where: string, more = ''): string {
  const lists = Object.keys(belongings).map((list) => `own_${list}`)
  const texts = Object.entries(belongings).map(
    ([list, { row, from, order }]) => `own_${list} as (
      select own.product_id, string_agg(${row}, '' order by ${order}) as says from ${from}
      where own.product_id = any(array(select id from wanted)) group by own.product_id)`,
  )
  return `
    with wanted as materialized (
      select id, slug, row(${Object.keys(ownColumns).join(', ')})::text as says from products where ${where}),
    ${texts.join(', ')}
    select wanted.id, wanted.slug, concat_ws(';', wanted.says, ${lists.map((list) => `coalesce(${list}.says, '')`).join(', ')}) as says${more}
    from wanted ${lists.map((list) => `left join ${list} on ${list}.product_id = wanted.id`).join(' ')}`
}

// Not `any($1)`: as each array of ids promises another number of pieces, PostgreSQL would make a plan at each call, which
// takes longer than the reading.
const byIds = 'id = any(array(select unnest($1::int[])))'
const byNames = `${byIds} or slug = any(array(select unnest($2::text[])))`
const marksByIds = statement<PieceMark>('piece_marks_by_ids', marksWhere(byIds))
const marksByNames = statement<PieceMark>('piece_marks_by_names', marksWhere(byNames))
const sourcesByIds = lazily(() => {
  const piece = new PgDialect().sqlToQuery(sql`${selectProducts(sql`${products.id} = wanted.id`)}`).sql
  const json = `, (select row_to_json(piece)::text from (${piece}) piece) as json`
  return statement<PieceSource>('pieces_by_ids', marksWhere(byIds, json))
})

/**
 * The sources of pages of pieces, in the order of their ids; unknown ones are left out. Batched with other callers':
 * while a crowd keeps this process busy, each statement takes one turn of the event loop with all its calls, and lists
 * that read their pieces one after another would find everything that the others had read expired.
 */
function pagesFrom<Piece extends PieceMark>(readAll: (db: Db, ids: readonly number[]) => Promise<Piece[]>) {
  const read = gathered(async (db, pages: readonly (readonly number[])[]) => {
    const found = await readAll(db, [...new Set(pages.flat())])
    const byId = new Map(found.map((piece) => [piece.id, piece]))
    return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
  })
  return async (db: Db, ids: readonly number[]) => (ids.length === 0 ? [] : read(db, ids))
}

/** The marks of the pieces of these ids, in the order of the ids; unknown ones are left out. */
export const loadMarks = pagesFrom((db, ids) => marksByIds(db, [ids]))

/** The same, with what they say as JSON. */
export const loadSources = pagesFrom((db, ids) => sourcesByIds()(db, [ids]))

const isId = (name: string) => /^\d{1,9}$/.test(name)
// Digits too many to be an id could only be a slug, and no slug is without letters.
const isSlug = (name: string) =>
  !isId(name) && name.length <= longestName && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)

const findNamed = gathered(async (db, names: readonly string[]) => {
  const slugs = names.filter(isSlug)
  const marks = await marksByNames(db, [names.filter(isId).map(Number), slugs])
  const [byId, bySlug] = [
    new Map(marks.map((mark) => [mark.id, mark])),
    new Map(marks.map((mark) => [mark.slug, mark])),
  ]
  const former = await findFormer(
    db,
    slugs.filter((slug) => !bySlug.has(slug)),
  )
  return names.map(
    (name) => (isId(name) ? byId.get(Number(name)) : (bySlug.get(name) ?? former.get(name))) ?? null,
  )
})

/** Marks of pieces by slugs that they no longer have. */
async function findFormer(db: Db, slugs: readonly string[]): Promise<Map<string, PieceMark>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .select()
    .from(former_slugs)
    .where(inArray(former_slugs.slug, [...slugs]))
  const marks = await loadMarks(
    db,
    rows.map(({ product_id }) => product_id),
  )
  const byId = new Map(marks.map((mark) => [mark.id, mark]))
  return new Map(
    rows.flatMap(({ slug, product_id }) => {
      const mark = byId.get(product_id)
      return mark === undefined ? [] : [[slug, mark] as const]
    }),
  )
}

/**
 * The mark of a piece by its id, its slug or a former slug, as somebody may have typed them into an address; null if
 * there is none.
 */
export async function findMark(db: Db, idOrSlug: string): Promise<PieceMark | null> {
  const name = idOrSlug.toLowerCase()
  return isId(name) || isSlug(name) ? findNamed(db, name) : null
}
