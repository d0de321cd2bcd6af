import type { Db } from './db.ts'
import type { DemoCatalogue, DemoProduct } from './demoCatalogue.ts'
import * as tables from './schema/catalogue.ts'

/** Few enough for the database's limit of 65,535 values in one statement. */
const rowsAtOnce = 500

/** Writes the catalogue proper: what can be bought, and what it can be found by. */
export async function insertProducts(db: Db, demo: DemoCatalogue): Promise<void> {
  const categoryId = await insertNamed(demo.categories, (rows) =>
    db.insert(tables.categories).values(rows).returning(),
  )
  const collectionId = await insertNamed(withSlugs(demo.collections), (rows) =>
    db.insert(tables.collections).values(rows).returning(),
  )
  const materialId = await insertNamed(withSlugs(demo.materials), (rows) =>
    db.insert(tables.materials).values(rows).returning(),
  )
  const gemstoneId = await insertNamed(withSlugs(demo.gemstones), (rows) =>
    db.insert(tables.gemstones).values(rows).returning(),
  )
  const nameOfCategory = new Map(demo.categories.map(({ slug, name }) => [slug, name]))

  const productId = new Map<string, number>()
  for (const some of chunks(demo.products)) {
    const rows = await db.insert(tables.products).values(some.map(ownColumns)).returning()
    for (const { sku, id } of rows) productId.set(sku, id)
  }
  const idOf = (product: DemoProduct) => known(productId, product.sku)
  const each = <T>(rows: (product: DemoProduct) => T[]): T[] => demo.products.flatMap(rows)

  const ofVariants = each((product) =>
    product.variants.map((variant, position) => ({ ...variant, product_id: idOf(product), position })),
  )
  for (const some of chunks(ofVariants)) await db.insert(tables.variants).values(some)

  const ofImages = each((product) =>
    product.images.map((image, position) => ({ ...image, product_id: idOf(product), position })),
  )
  for (const some of chunks(ofImages)) await db.insert(tables.product_images).values(some)

  const ofCategories = demo.products.map((product) => ({
    product_id: idOf(product),
    category_id: known(categoryId, known(nameOfCategory, product.category)),
  }))
  for (const some of chunks(ofCategories)) await db.insert(tables.product_categories).values(some)

  const ofCollections = each((product) =>
    product.collections.map((name) => ({
      product_id: idOf(product),
      collection_id: known(collectionId, name),
    })),
  )
  for (const some of chunks(ofCollections)) await db.insert(tables.product_collections).values(some)

  const ofMaterials = each((product) =>
    product.materials.map((name) => ({ product_id: idOf(product), material_id: known(materialId, name) })),
  )
  for (const some of chunks(ofMaterials)) await db.insert(tables.product_materials).values(some)

  const ofGemstones = each((product) =>
    product.gemstones.map(({ name, ...gemstone }) => ({
      ...gemstone,
      product_id: idOf(product),
      gemstone_id: known(gemstoneId, name),
    })),
  )
  for (const some of chunks(ofGemstones)) await db.insert(tables.product_gemstones).values(some)
}

/** The insert takes what the table has a column for and leaves the lists, which have tables of their own. */
function ownColumns(product: DemoProduct): typeof tables.products.$inferInsert {
  if (product.variants.length === 0) return product
  return {
    ...product,
    stock_quantity: product.variants.reduce((sum, variant) => sum + variant.stock_quantity, 0),
  }
}

async function insertNamed<T>(
  rows: T[],
  insert: (rows: T[]) => Promise<{ id: number; name: string }[]>,
): Promise<Map<string, number>> {
  const inserted = rows.length === 0 ? [] : await insert(rows)
  return new Map(inserted.map(({ id, name }) => [name, id]))
}

function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const found = map.get(key)
  if (found === undefined)
    throw new Error(`catalogue.json: ${String(key)} is used by a product but not listed`)
  return found
}

const withSlugs = <T extends { name: string }>(rows: readonly T[]) =>
  rows.map((row) => ({
    ...row,
    slug: row.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  }))

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce)
}
