import * as v from 'valibot'
import { Product } from './catalogue.ts'
import { dataOf } from './fields.ts'

export const WishlistEntry = v.object({ id: v.string(), product_id: v.number(), product: Product })
export type WishlistEntry = v.InferOutput<typeof WishlistEntry>
export const WishlistAnswer = dataOf(v.array(WishlistEntry))
export const WishlistEntryAnswer = dataOf(WishlistEntry)

/** Which piece to add or to remove. */
export const WishlistPiece = v.object(
  {
    product_id: v.pipe(
      v.number('Unknown product'),
      v.integer('Unknown product'),
      v.minValue(1, 'Unknown product'),
      v.maxValue(2_147_483_647, 'Unknown product'),
    ),
  },
  'Unknown product',
)
export type WishlistPiece = v.InferOutput<typeof WishlistPiece>
