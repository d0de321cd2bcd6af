import { asc, inArray, sql } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { readDemoCatalogue } from '../demo/demoCatalogue.ts'
import { collections, materials, products } from '../db/schema/catalogue.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { anyCase, hasSku } from './records.ts'
import { refreshSearchNames } from './search.ts'
import { lockPiecesToRemove } from './stock.ts'

/** `addresses` are all names by which its page is found: its number, its slug and the former ones. */
type Removed = { sku: string; name: string; addresses: string[] }

/**
 * Withdraws the pieces of these SKUs, all or none, with their reviews and from wishlists. Orders keep what they were of,
 * and so do carts. A dry run only says which.
 * @throws {ApiError} 404 where the shop has not all of them
 */
export function removePieces(db: Db, skus: readonly string[], isDryRun: boolean): Promise<Removed[]> {
  return transaction(db, async (tx) => {
    const found = await findBySku(tx, skus)
    const known = new Set(found.map(({ sku }) => anyCase(sku)))
    const missing = skus.filter((sku) => !known.has(anyCase(sku)))
    if (missing.length > 0) throw notFound(`There is no piece with the SKU ${missing.join(', nor ')}.`)
    return isDryRun ? found : remove(tx, found)
  })
}

/**
 * Withdraws what is left of the demo catalogue: the pieces with its SKUs, and what it says of materials and collections,
 * under which other pieces may be filed by now. `undescribed` are the names of those.
 * @throws {ApiError} 409 where its file is not there
 */
export async function removeDemo(
  db: Db,
  folder: string,
  isDryRun: boolean,
): Promise<{ gone: Removed[]; undescribed: string[] }> {
  const demo = await readDemoCatalogue(folder)
  if (demo === null)
    throw new ApiError(409, 'conflict', 'There is no demo catalogue here to know its pieces by.')
  return transaction(db, async (tx) => {
    // Before the pieces are locked, as an import does it.
    const undescribed = [
      ...(await undescribe(tx, collections, demo.collections, isDryRun)),
      ...(await undescribe(tx, materials, demo.materials, isDryRun)),
    ]
    const found = await findBySku(
      tx,
      demo.products.map(({ sku }) => sku),
    )
    return { gone: isDryRun ? found : await remove(tx, found), undescribed }
  })
}

/** Empties the descriptions that are still the demo's. */
async function undescribe(
  db: Db,
  table: typeof collections | typeof materials,
  demo: readonly { description?: string | undefined }[],
  isDryRun: boolean,
): Promise<string[]> {
  const isDemo = inArray(
    table.description,
    demo.flatMap(({ description }) => description || []),
  )
  const found = await db.select({ name: table.name }).from(table).where(isDemo).orderBy(asc(table.id))
  if (!isDryRun) await db.update(table).set({ description: '' }).where(isDemo)
  return found.map(({ name }) => name)
}

async function findBySku(db: Db, skus: readonly string[]): Promise<(Removed & { id: number })[]> {
  const { id, sku, name, slug } = products
  const former = sql<string[]>`array(select f.slug from former_slugs f where f.product_id = products.id)`
  const found = await db
    .select({ id, sku, name, slug, former })
    .from(products)
    .where(hasSku(skus))
    .orderBy(asc(id))
  return found.map(({ slug: own, former: others, ...piece }) => ({
    ...piece,
    addresses: [String(piece.id), own, ...others],
  }))
}

async function remove(db: Db, found: readonly (Removed & { id: number })[]): Promise<Removed[]> {
  const ids = found.map(({ id }) => id)
  await lockPiecesToRemove(db, ids)
  const gone = await db.delete(products).where(inArray(products.id, ids)).returning({ id: products.id })
  await refreshSearchNames(db, [])
  // One that another desk removed meanwhile was not removed here.
  return found.filter(({ id }) => gone.some((one) => one.id === id))
}
