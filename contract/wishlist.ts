import * as v from 'valibot'
import { Product } from './catalogue.ts'
import { ProductId, dataOf, unknownProduct } from './fields.ts'

export const WishlistEntry = v.object({ id: v.string(), product_id: v.number(), product: Product })
export type WishlistEntry = v.InferOutput<typeof WishlistEntry>
export const WishlistAnswer = dataOf(v.array(WishlistEntry))
export const WishlistEntryAnswer = dataOf(WishlistEntry)

/** Which piece to add or to remove. */
export const WishlistPiece = v.object({ product_id: ProductId }, unknownProduct)
export type WishlistPiece = v.InferOutput<typeof WishlistPiece>
