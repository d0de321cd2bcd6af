import { asc, inArray } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { readDemoCatalogue } from '../db/demoCatalogue.ts'
import { products } from '../db/schema/catalogue.ts'
import { ApiError, notFound } from '../problem.ts'
import { hasSku } from './records.ts'
import { refreshSearchNames } from './search.ts'
import { lockPiecesToRemove } from './stock.ts'

type Removed = { sku: string; name: string; slug: string }

/**
 * Withdraws the pieces of these SKUs, all or none, with their reviews and from wishlists. Orders keep what they were of,
 * and so do carts. A dry run only says which.
 * @throws {ApiError} 404 where the shop has not all of them
 */
export function removePieces(db: Db, skus: readonly string[], isDryRun: boolean): Promise<Removed[]> {
  return transaction(db, async (tx) => {
    const wanted = new Set(skus.map((sku) => sku.toLowerCase()))
    const found = await findBySku(tx, [...wanted])
    for (const { sku } of found) wanted.delete(sku.toLowerCase())
    const missing = skus.filter((sku) => wanted.has(sku.toLowerCase()))
    if (missing.length > 0) throw notFound(`There is no piece with the SKU ${missing.join(', nor ')}.`)
    return isDryRun ? found : remove(tx, found)
  })
}

/**
 * Withdraws what is left of the demo catalogue: the pieces with its SKUs.
 * @throws {ApiError} 409 where its file is not there
 */
export async function removeDemoPieces(db: Db, folder: string, isDryRun: boolean): Promise<Removed[]> {
  const demo = await readDemoCatalogue(folder)
  if (demo === null)
    throw new ApiError(409, 'conflict', 'There is no demo catalogue here to know its pieces by.')
  return transaction(db, async (tx) => {
    const found = await findBySku(
      tx,
      demo.products.map(({ sku }) => sku.toLowerCase()),
    )
    return isDryRun ? found : remove(tx, found)
  })
}

const findBySku = (db: Db, lowerCased: readonly string[]) =>
  db
    .select({ id: products.id, sku: products.sku, name: products.name, slug: products.slug })
    .from(products)
    .where(hasSku(lowerCased))
    .orderBy(asc(products.id))

async function remove(db: Db, found: readonly (Removed & { id: number })[]): Promise<Removed[]> {
  const ids = found.map(({ id }) => id)
  await lockPiecesToRemove(db, ids)
  const gone = await db.delete(products).where(inArray(products.id, ids)).returning({ id: products.id })
  await refreshSearchNames(db)
  // One that another desk removed meanwhile was not removed here.
  return found.filter(({ id }) => gone.some((one) => one.id === id))
}
