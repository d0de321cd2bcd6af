import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { products, variants } from '../db/schema/catalogue.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { largestStock } from './pieceRecord.ts'
import { anyCase, hasSku } from './records.ts'

type Piece = typeof products.$inferSelect
type PieceVariant = typeof variants.$inferSelect

export type Held = {
  piece: Pick<Piece, 'id' | 'sku' | 'name' | 'price' | 'compare_at_price' | 'stock_quantity'>
  variants: PieceVariant[]
  /** The variant that was meant; null for the piece itself. */
  variant: PieceVariant | null
}

/**
 * The piece with this SKU or slug, and the variant with this name or SKU, locked for this transaction. A variant's own
 * SKU gives both.
 * @throws {ApiError} 404, 409 when several variants have the name
 */
async function hold(db: Db, reference: string, variantName: string | null): Promise<Held> {
  const wanted = anyCase(reference)
  const ofVariant = db
    .select({ id: variants.product_id })
    .from(variants)
    .where(eq(sql`lower(${variants.sku})`, wanted))
  const bySku = or(hasSku([wanted]), sql`${products.id} in (${ofVariant})`)
  const [piece] = await db
    .select()
    .from(products)
    .where(or(bySku, eq(products.slug, wanted)))
    // The jeweller chooses both, so one piece's SKU may be another's slug: it means the SKU.
    .orderBy(sql`${bySku} desc`)
    .limit(1)
    .for('no key update')
  if (piece === undefined) throw notFound(`There is no piece with the SKU or slug “${reference}”.`)
  const own = await db
    .select()
    .from(variants)
    .where(eq(variants.product_id, piece.id))
    .orderBy(asc(variants.id))
    .for('no key update')
  const sorted = own.toSorted((one, other) => one.position - other.position)
  const name = variantName ?? (sorted.some(({ sku }) => anyCase(sku) === wanted) ? reference : null)
  if (name === null) return { piece, variants: sorted, variant: null }
  const ownSku = sorted.filter(({ sku }) => anyCase(sku) === anyCase(name))
  const meant = ownSku.length > 0 ? ownSku : sorted.filter((one) => anyCase(one.name) === anyCase(name))
  const [variant] = meant
  if (meant.length > 1)
    throw new ApiError(
      409,
      'conflict',
      `${piece.name} has ${meant.length} variants “${name}”. Give the SKU of one: ${meant.map(({ sku }) => sku).join(', ')}.`,
    )
  if (variant === undefined) throw notFound(`${piece.name} has no variant “${name}”. ${choiceOf(sorted)}`)
  return { piece, variants: sorted, variant }
}

const choiceOf = (some: readonly PieceVariant[]): string =>
  some.length === 0 ? 'It has none.' : `It has: ${some.map(({ name }) => name).join(', ')}.`

export type PriceChange = {
  reference: string
  variant: string | null
  price: number
  /** Whole pence; `keep` leaves the earlier price as long as it is higher, null removes it. */
  compare_at_price: number | null | 'keep'
}

/** In pence. */
export type Prices = Pick<Piece, 'price' | 'compare_at_price'>

/**
 * Sets a price, of one variant or of the whole piece, whose own is always that of its cheapest variant. Returns their
 * prices before, too.
 * @throws {ApiError} 404, 409 when the variants' prices differ and none was named
 */
export function setPrice(db: Db, change: PriceChange): Promise<Held & { before: Prices }> {
  return transaction(db, async (tx) => {
    const held = await hold(tx, change.reference, change.variant)
    const { piece, variant } = held
    const before: Prices = variant ?? piece
    const pricesOf = (old: Prices) => ({
      price: change.price,
      compare_at_price: higher(
        change.price,
        change.compare_at_price === 'keep' ? old.compare_at_price : change.compare_at_price,
      ),
    })
    const changed = variant === null ? held.variants : [variant]
    if (variant === null && new Set(held.variants.map(({ price }) => price)).size > 1) {
      throw new ApiError(
        409,
        'conflict',
        `The variants of ${piece.name} have different prices. Name one with --variant. ${choiceOf(held.variants)}`,
      )
    }
    if (changed.length === 0) {
      await tx.update(products).set(pricesOf(piece)).where(eq(products.id, piece.id))
      return { ...held, piece: { ...piece, ...pricesOf(piece) }, before }
    }
    for (const one of changed) {
      await tx.update(variants).set(pricesOf(one)).where(eq(variants.id, one.id))
    }
    const after = held.variants.map((one) => (changed.includes(one) ? { ...one, ...pricesOf(one) } : one))
    const cheapest = after.reduce((one, other) => (other.price < one.price ? other : one))
    const { price, compare_at_price } = cheapest
    await tx.update(products).set({ price, compare_at_price }).where(eq(products.id, piece.id))
    return {
      piece: { ...piece, price, compare_at_price },
      variants: after,
      variant: after.find(({ id }) => id === variant?.id) ?? null,
      before,
    }
  })
}

const higher = (price: number, compareAt: number | null): number | null =>
  compareAt !== null && compareAt > price ? compareAt : null

export type StockChange = {
  reference: string
  variant: string | null
  /** How many there are now, or by how many they became more or fewer. */
  to: { set: number } | { by: number }
}

/**
 * Sets the stock to a count, or adds to it or takes from it. A piece's own stock is the sum of its variants'. Returns how
 * many there were before, too.
 * @throws {ApiError} 404, 409 when there are fewer than are taken away, or more than there can be, or variants and none
 * was named
 */
export function setStock(
  db: Db,
  { reference, variant: name, to }: StockChange,
): Promise<Held & { before: number }> {
  return transaction(db, async (tx) => {
    const held = await hold(tx, reference, name)
    const { piece, variant } = held
    if (variant === null && held.variants.length > 0) {
      throw new ApiError(
        409,
        'conflict',
        `${piece.name} comes in variants. Name one with --variant. ${choiceOf(held.variants)}`,
      )
    }
    const before = (variant ?? piece).stock_quantity
    const stock_quantity = 'set' in to ? to.set : before + to.by
    if (stock_quantity < 0) throw new ApiError(409, 'conflict', `${nameOf(held)}: only ${before} in stock.`)
    const sum = piece.stock_quantity + stock_quantity - before
    // An import would refuse what was exported.
    if (sum > largestStock && stock_quantity > before) {
      const together = variant === null ? '' : ', all variants together'
      throw new ApiError(409, 'conflict', `There can be at most 1,000,000 of ${piece.name}${together}.`)
    }
    if (variant !== null) await tx.update(variants).set({ stock_quantity }).where(eq(variants.id, variant.id))
    await tx.update(products).set({ stock_quantity: sum }).where(eq(products.id, piece.id))
    return {
      ...held,
      piece: { ...piece, stock_quantity: sum },
      variant: variant === null ? null : { ...variant, stock_quantity },
      before,
    }
  })
}

/** The piece, and its variant if one was meant. */
export const nameOf = ({ piece, variant }: Held): string =>
  variant === null ? piece.name : `${piece.name}, ${variant.name}`

/**
 * What there is little left of, the scarcest first, then what is sold out: of that there is more and more, and whoever
 * looks every day has seen it become scarce. Of pieces with variants, the variants that are gone. A piece with a
 * threshold of 0 is not watched: there was only one, perhaps.
 */
export async function lowStock(
  db: Db,
): Promise<{ sku: string; name: string; variant: string | null; left: number }[]> {
  const few = await db
    .select({ sku: products.sku, name: products.name, left: products.stock_quantity })
    .from(products)
    .where(and(isWatched, sql`${products.stock_quantity} <= ${products.low_stock_threshold}`))
  const gone = await db
    .select({ sku: variants.sku, name: products.name, variant: variants.name, left: variants.stock_quantity })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(
      and(
        isWatched,
        eq(variants.stock_quantity, 0),
        sql`${products.stock_quantity} > ${products.low_stock_threshold}`,
      ),
    )
  return [...few.map((row) => ({ ...row, variant: null })), ...gone].toSorted(
    (one, other) =>
      Number(one.left === 0) - Number(other.left === 0) ||
      one.left - other.left ||
      one.sku.localeCompare(other.sku),
  )
}

const isWatched = gt(products.low_stock_threshold, 0)
