import * as v from 'valibot'
import { largestQuantity } from './constants.ts'
import { ProductId, dataOf, unknownProduct } from './fields.ts'
import { Pounds } from './pounds.ts'

export const CartProduct = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  price: Pounds,
  /** + */
  compare_at_price: v.optional(v.nullable(Pounds), null),
  stock_quantity: v.number(),
  /** + */
  low_stock_threshold: v.optional(v.number(), 0),
  short_description: v.string(),
  image: v.nullable(v.string()),
  category: v.nullable(v.string()),
  sku: v.string(),
  /** + What its variants differ in: 'Ring size'. A line that was kept by an earlier version does not say it. */
  variant_label: v.optional(v.nullable(v.string()), null),
})
export type CartProduct = v.InferOutput<typeof CartProduct>

export const CartVariant = v.object({
  id: v.number(),
  name: v.string(),
  price: Pounds,
  /** + Where it is not told, the server alone refuses what there is not. */
  stock_quantity: v.optional(v.number(), largestQuantity),
})
export type CartVariant = v.InferOutput<typeof CartVariant>

/** One line of the cart. `total` is quantity times the variant's price, or the product's if there is no variant. */
export const CartItem = v.object({
  id: v.string(),
  product: CartProduct,
  product_id: v.number(),
  variant: v.nullable(CartVariant),
  variant_id: v.nullable(v.number()),
  quantity: v.number(),
  total: Pounds,
})
export type CartItem = v.InferOutput<typeof CartItem>

export const Cart = v.object({ id: v.string(), items: v.array(CartItem), total: Pounds })
export type Cart = v.InferOutput<typeof Cart>
export const CartAnswer = dataOf(Cart)
export const CartItemAnswer = dataOf(CartItem)

const quantity = v.pipe(
  v.number('Quantity must be a whole number'),
  v.integer('Quantity must be a whole number'),
  v.minValue(1, 'Quantity must be at least 1'),
  v.maxValue(largestQuantity, `Quantity must be at most ${largestQuantity}`),
)

export const NewCartItem = v.object(
  {
    product_id: ProductId,
    variant_id: v.optional(v.nullable(ProductId), null),
    quantity: v.optional(quantity, 1),
  },
  unknownProduct,
)
export type NewCartItem = v.InferOutput<typeof NewCartItem>

/** At most a full cart's, each of two of the largest ids. */
const longestLines = 2_400

/**
 * + Which lines a clearing takes out, as `lineKey` names them, with commas between; all where it does not say. A cart
 * that was cleared without a network is so later, and others may have put pieces in by then.
 */
export const ClearedLines = v.object({
  lines: v.optional(
    v.pipe(
      v.string('Unknown lines'),
      v.maxLength(longestLines, 'Unknown lines'),
      v.transform((written) => written.split(',')),
    ),
  ),
})

export const QuantityChange = v.object({ quantity }, 'Quantity must be a whole number')
export type QuantityChange = v.InferOutput<typeof QuantityChange>
