import * as v from 'valibot'
import type { ListingFilter, Product } from '#contract/catalogue.ts'
import { namedFilters, priceBuckets } from '#contract/listing.ts'
import { toPence } from '#contract/money.ts'
import { searchSaved } from './searchSaved.ts'
import type { Copy } from './shelves.ts'

/** A piece that was seen on this device, and when. */
export type SeenPiece = { product: Product; at: number }

/** Every piece in these copies, whatever page it was seen on; of each the latest copy. */
export function seenIn(copies: readonly Copy[]): SeenPiece[] {
  const newest = new Map<number, SeenPiece>()
  for (const { data, at } of copies) {
    for (const product of productsOf(data)) {
      const known = newest.get(product.id)
      if (known === undefined || known.at < at) newest.set(product.id, { product, at })
    }
  }
  return [...newest.values()]
}

/** A piece comes alone, in a bare list, or in a page of one. */
function productsOf(data: unknown): Product[] {
  if (isProduct(data)) return [data]
  const list = typeof data === 'object' && data !== null && 'products' in data ? data.products : data
  return Array.isArray(list) ? list.filter(isProduct) : []
}

// A copy's content was validated when it was read; this only tells the compiler its type.
const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'slug' in value && 'meta_title' in value

const text = v.optional(v.string())
const texts = v.optional(v.array(v.string()), [])
// By a filter that is not here, nobody could say which pieces fit.
const Asked = v.strictObject({
  query: text,
  sort_by: text,
  page: v.number(),
  page_size: v.optional(v.number()),
  limit: v.optional(v.number()),
  is_featured: v.optional(v.boolean()),
  is_bestseller: v.optional(v.boolean()),
  is_new: v.optional(v.boolean()),
  price: texts,
  ...v.entriesFromList(
    namedFilters.map(({ name }) => name),
    texts,
  ),
  /** Of a category's page its slug. */
  category: v.optional(v.union([v.string(), v.array(v.string())]), []),
  min_weight: v.optional(v.number()),
  max_weight: v.optional(v.number()),
} satisfies Record<keyof ListingFilter | 'query' | 'page' | 'page_size' | 'limit', v.GenericSchema>)
type Asked = v.InferOutput<typeof Asked>

/** A piece's own page, from whichever list it was seen in. */
export function pieceOnPhone(queryKey: readonly unknown[], seen: readonly SeenPiece[]): Copy | null {
  const [area, what, slug] = queryKey
  if (area !== 'catalogue' || what !== 'product') return null
  const found = seen.find(({ product }) => product.slug === slug)
  return found ? { queryKey, data: found.product, at: found.at } : null
}

/** Pieces requested by their slugs, in that order, as far as they were seen. */
export function piecesOnPhone(queryKey: readonly unknown[], seen: readonly SeenPiece[]): Copy | null {
  const [area, what, slugs] = queryKey
  if (area !== 'catalogue' || what !== 'pieces' || !Array.isArray(slugs)) return null
  const found = slugs.flatMap((slug) => seen.find(({ product }) => product.slug === slug) ?? [])
  if (found.length === 0) return null
  return { queryKey, data: found.map(({ product }) => product), at: oldestOf(found) }
}

const oldestOf = (seen: readonly SeenPiece[]): number => Math.min(...seen.map(({ at }) => at))

/**
 * A search or a listing over the pieces on this device alone, marked with `isPartial`; null for any other query, for one
 * by a filter that is not known here, and if none fits or is left for that page.
 */
export function listOnPhone(queryKey: readonly unknown[], seen: readonly SeenPiece[]): Copy | null {
  const [area, what, query] = queryKey
  if (area !== 'catalogue' || !['products', 'productsByCategory', 'search'].includes(String(what)))
    return null
  const read = v.safeParse(Asked, query)
  if (!read.success) return null
  const asked = read.output
  const fitting = bestFirst(seen.map(({ product }) => product).filter((product) => fits(product, asked)))
  const found = what === 'search' ? searchSaved(fitting, asked.query ?? '') : fitting
  const size = asked.page_size ?? asked.limit ?? found.length
  const products = inOrder(found, asked.sort_by).slice((asked.page - 1) * size, asked.page * size)
  if (products.length === 0) return null
  const at = oldestOf(seen.filter(({ product }) => products.includes(product)))
  return { queryKey, data: { count: found.length, page: asked.page, products, isPartial: true }, at }
}

/**
 * What a listing can be filtered by, from what is known of it under other choices: that does not depend on them, only
 * its counts do. Marked with `isPartial`; null for any other query, and for a listing of which nothing is known.
 */
export function filtersOnPhone(queryKey: readonly unknown[], copies: readonly Copy[]): Copy | null {
  const [area, what, within] = queryKey
  if (area !== 'catalogue' || what !== 'filters') return null
  const found = copies.find(
    // What came with a document has null for undefined.
    ({ queryKey: [, kind, whose] }) => kind === what && (whose ?? null) === (within ?? null),
  )
  return found ? { queryKey, data: Object.assign({ isPartial: true }, found.data), at: found.at } : null
}

function fits(product: Product, asked: Asked): boolean {
  return (
    namedFilters.every(({ name, list }) => {
      const wanted = asked[name]
      if (typeof wanted === 'string') return product.categories.some(({ slug }) => slug === wanted)
      return (
        wanted.length === 0 || product[list].some((filed) => wanted.some((one) => isSame(one, filed.name)))
      )
    }) &&
    (['is_featured', 'is_bestseller', 'is_new'] as const).every(
      (flag) => asked[flag] === undefined || asked[flag] === product[flag],
    ) &&
    (asked.price.length === 0 || asked.price.some((bucket) => isIn(bucket, toPence(product.price)))) &&
    product.weight >= (asked.min_weight ?? 0) &&
    product.weight <= (asked.max_weight ?? Infinity)
  )
}

/** Names in an address may be written in any case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function isIn(bucket: string, pence: number): boolean {
  const bounds = priceBuckets.find(({ value }) => value === bucket)
  return (
    bounds !== undefined &&
    pence >= bounds.from * 100 &&
    (bounds.below === null || pence < bounds.below * 100)
  )
}

type Order = (a: Product, b: Product) => number

// The server's orders (`orderOf` in `server/catalogue/slice.ts`), down to the id: a list read there and one made here
// must not differ in what comes first.
const newest: Order = (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id
const orders: Record<string, Order> = {
  price_low_high: (a, b) => toPence(a.price) - toPence(b.price) || a.id - b.id,
  price_high_low: (a, b) => toPence(b.price) - toPence(a.price) || b.id - a.id,
  newest,
}

/** The shop's own order: featured pieces, bestsellers, new ones. */
function bestFirst(products: readonly Product[]): Product[] {
  const rank = (product: Product) =>
    4 * Number(product.is_featured) + 2 * Number(product.is_bestseller) + Number(product.is_new)
  return products.toSorted((a, b) => rank(b) - rank(a) || newest(a, b))
}

function inOrder(products: readonly Product[], sortBy = ''): readonly Product[] {
  const order = Object.hasOwn(orders, sortBy) ? orders[sortBy] : undefined
  return order ? products.toSorted(order) : products
}
