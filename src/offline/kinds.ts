import * as v from 'valibot'
import { Cart } from '#contract/cart.ts'
import { FilterLists, Product } from '#contract/catalogue.ts'
import { Banner, CategoryTile, HeroGridImage, HeroSlide, OfferLine, PromiseItem } from '#contract/content.ts'
import { ReviewsAnswer } from '#contract/reviews.ts'
import { WishlistEntry } from '#contract/wishlist.ts'
import { personal } from '#src/lib/queryClient.ts'
import { isWithin } from './clock.ts'

/** Raise it when what is kept changes its shape: copies of another version are dropped. Not the build's number. */
export const schemaVersion = '1'

const hour = 60 * 60_000
const day = 24 * hour

/** The rules for keeping one kind of data on this device. */
export type Kind = {
  name: 'list' | 'search' | 'piece' | 'pieces' | 'filters' | 'words' | 'cart' | 'wishlist'
  /** The customer whose data it is, if nobody else may ever see it; null for what everybody reads. */
  customer: string | null
  schema: v.GenericSchema
  /** In milliseconds. Data with stock counts are out of date after a day. */
  maxAge: number
  /** The most copies of this kind; the oldest are dropped first. */
  most: number
}

const ProductList = v.object({ count: v.number(), page: v.number(), products: v.array(Product) })

const stock = { maxAge: day, customer: null } as const
const words = { name: 'words', maxAge: 30 * day, most: 60, customer: null } as const

const list: Kind = { ...stock, name: 'list', schema: ProductList, most: 40 }
// A word typed on a phone is searched for at every letter: these searches must not push out any list.
const search: Kind = { ...list, name: 'search', most: 10 }
const piece: Kind = { ...stock, name: 'piece', schema: Product, most: 100 }
const pieces: Kind = { ...stock, name: 'pieces', schema: v.array(Product), most: 40 }
const filters: Kind = { ...stock, name: 'filters', schema: FilterLists, most: 20 }
const reviews: Kind = { ...words, schema: ReviewsAnswer }

const catalogue: Record<string, Kind> = {
  products: list,
  productsByCategory: list,
  search,
  product: piece,
  pieces,
  related: pieces,
  filters,
}
const content: Record<string, v.GenericSchema> = {
  'hero-slider': v.array(HeroSlide),
  'popular-categories': v.array(CategoryTile),
  'offer-banners': v.array(Banner),
  'promise-items': v.array(PromiseItem),
  'hero-grid-images': v.array(HeroGridImage),
  'offer-line': v.array(OfferLine),
}

/** Whether data read at that moment may still be shown. A time in the future would pass for the newest until it comes. */
export const isOfUse = (at: number, { maxAge }: Kind): boolean => isWithin(at, maxAge)

/**
 * How data may be kept, by query key; null if they must not be. What is not named here never is: orders, addresses,
 * profile, payment, and whatever else a customer reads as themselves.
 */
export function kindOf(queryKey: readonly unknown[]): Kind | null {
  const [area, what, whose] = queryKey
  if (area === 'content' && typeof what === 'string') {
    const schema = Object.hasOwn(content, what) ? content[what] : undefined
    return schema ? { ...words, schema } : null
  }
  if (area === 'reviews') return reviews
  if (area === personal) return typeof whose === 'string' ? ownKind(what, whose) : null
  return area === 'catalogue' && typeof what === 'string' && Object.hasOwn(catalogue, what)
    ? (catalogue[what] ?? null)
    : null
}

function ownKind(what: unknown, customer: string): Kind | null {
  const own = { customer, maxAge: day, most: 1 }
  if (what === 'cart') return { ...own, name: 'cart', schema: Cart }
  if (what === 'wishlist') return { ...own, name: 'wishlist', schema: v.array(WishlistEntry) }
  return null
}
