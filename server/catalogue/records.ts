import { asc, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { categories, collections, gemstones, materials, products } from '../db/schema/catalogue.ts'
import { withoutVersion } from '../pictures/addresses.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { loadProducts } from './store.ts'
import type { ProductRow } from './sources.ts'

/** A piece of the shop as in the catalogue's files. */
function toRecord(row: ProductRow): PieceRecord {
  const { sku, slug, name, description, short_description, meta_title, meta_description } = row
  const { price, compare_at_price, stock_quantity, low_stock_threshold, weight, weight_unit } = row
  const { is_featured, is_bestseller, is_new, variant_label } = row
  return {
    sku,
    slug,
    name,
    category: row.categories[0]?.slug ?? '',
    collections: row.collections.map((one) => one.name),
    materials: row.materials.map((one) => one.name),
    gemstones: row.gemstones.map(({ id: _id, ...gemstone }) => gemstone),
    description,
    short_description,
    meta_title,
    meta_description,
    price,
    compare_at_price,
    stock_quantity,
    low_stock_threshold,
    weight,
    weight_unit,
    is_featured,
    is_bestseller,
    is_new,
    created_at: row.created_at.toISOString(),
    images: row.images.map(({ image, alt_text, is_default }) => ({
      image: withoutVersion(image),
      alt_text,
      is_default,
    })),
    variant_label,
    variants: row.variants.map(({ id: _id, ...variant }) => variant),
  }
}

/**
 * A piece with its lists in the order in which it is told what is in them. A file may have another, such as that in which
 * its writer thinks of them; nothing is changed by that.
 */
export const inOneOrder = (piece: PieceRecord): PieceRecord => ({
  ...piece,
  collections: piece.collections.toSorted(),
  materials: piece.materials.toSorted(),
  gemstones: piece.gemstones.toSorted((one, other) => Number(other.is_main) - Number(one.is_main)),
})

export type StoredPiece = { id: number; record: PieceRecord }

/** A SKU in the one form in which SKUs are compared: people and spreadsheets change capitals. */
export const anyCase = (sku: string): string => sku.trim().toLowerCase()

/** Whether a piece has one of these SKUs. */
export const hasSku = (skus: readonly string[]): SQL =>
  isAmong(sql`lower(${products.sku})`, skus.map(anyCase))

/** Whether there is a piece with this SKU. */
export const isPiece = async (db: Db, sku: string): Promise<boolean> =>
  (await db.$count(products, hasSku([sku]))) > 0

/** Every piece, or those of some SKUs, oldest first. */
export async function readPieces(db: Db, skus?: readonly string[]): Promise<StoredPiece[]> {
  const ids = await db
    .select({ id: products.id })
    .from(products)
    .where(skus && hasSku(skus))
    .orderBy(asc(products.id))
  const rows = await loadProducts(
    db,
    ids.map(({ id }) => id),
  )
  return rows.map((row) => ({ id: row.id, record: toRecord(row) }))
}

/** What pieces may be filed under, in the order it was added. */
export async function readNames(db: Db) {
  const description = { collections: collections.description, materials: materials.description }
  return {
    categories: await db
      .select({ name: categories.name, slug: categories.slug })
      .from(categories)
      .orderBy(asc(categories.id)),
    collections: await db
      .select({ name: collections.name, description: description.collections })
      .from(collections)
      .orderBy(asc(collections.id)),
    materials: await db
      .select({ name: materials.name, description: description.materials })
      .from(materials)
      .orderBy(asc(materials.id)),
    gemstones: await db.select({ name: gemstones.name }).from(gemstones).orderBy(asc(gemstones.id)),
  }
}
