import * as v from 'valibot'
import { Address } from './address.ts'
import { Instant, dataOf, given } from './fields.ts'
import { orderNumberOf } from './orderNumber.ts'
import { Pounds } from './pounds.ts'

const orderStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export const OrderStatus = v.picklist(orderStatuses)
export type OrderStatus = v.InferOutput<typeof OrderStatus>
/** As received: a client shows an unknown status as it came, rather than refuse the whole answer. */
const Status = v.string()

/** The server always says it; the specification counts one that is missing as 0. */
const Amount = v.nullish(Pounds, '0.00')

export const OrderItem = v.object({
  id: v.string(),
  /** + */
  product_id: v.optional(v.nullable(v.number()), null),
  /** + */
  variant_id: v.optional(v.nullable(v.number()), null),
  quantity: v.number(),
  price: Pounds,
  total: Pounds,
  /** + */
  variant_name: v.optional(v.nullable(v.string()), null),
  /** The piece as it was when it was bought. */
  product: v.object({
    name: v.string(),
    /** + That of today, where the piece is still sold. */
    slug: v.optional(v.string(), ''),
    short_description: v.string(),
    description: v.string(),
    /** + With an `alt_text` each. */
    images: v.array(v.object({ image: v.string(), alt_text: v.optional(v.string(), '') })),
    categories: v.array(v.object({ name: v.string() })),
    /** + What its variants differed in: 'Ring size'. Older orders do not say it. */
    variant_label: v.optional(v.nullable(v.string()), null),
  }),
})
export type OrderItem = v.InferOutput<typeof OrderItem>

export const OrderAddress = v.omit(Address, ['id', 'is_default'])
export type OrderAddress = v.InferOutput<typeof OrderAddress>

export const Order = v.object({
  id: v.string(),
  order_number: v.string(),
  status: Status,
  created_at: Instant,
  subtotal: Amount,
  /** + */
  discount: Amount,
  shipping_cost: Amount,
  tax: Amount,
  total: Amount,
  /** + */
  coupon_code: v.optional(v.nullable(v.string()), null),
  /** + */
  shipping_method: v.optional(v.string(), 'standard'),
  /** For people: `Visa ending 4242`, `PayPal`, `Bank transfer`. */
  payment_method: v.string(),
  items: v.array(OrderItem),
  shipping_address: v.nullable(OrderAddress),
  billing_address: v.nullable(OrderAddress),
  /** + What its customer wrote to the jeweller; most have written nothing. Gone, like the addresses, if those are hidden. */
  note: v.optional(v.string()),
  tracking_number: v.optional(v.nullable(v.string()), null),
  tracking_url: v.optional(v.nullable(v.string()), null),
  cart_id: v.nullable(v.string()),
  /** + When the order came into each status, oldest first. */
  events: v.optional(v.array(v.object({ status: Status, at: Instant })), []),
})
export type Order = v.InferOutput<typeof Order>

export const OrderHistoryAnswer = dataOf(v.object({ orders: v.array(Order) }))
export const OrderAnswer = v.object({
  status: v.literal('success'),
  data: Order,
  message: v.string(),
  cart_id: v.nullable(v.string()),
})
export const CancelAnswer = v.object({ success: v.literal(true), message: v.string() })

/** What anybody who knows the number may see: nothing that says whose order it is. */
export const TrackedOrder = v.object({
  order_number: v.string(),
  status: Status,
  created_at: v.nullish(Instant),
  total: Pounds,
  tracking_number: v.nullable(v.string()),
  tracking_url: v.nullable(v.string()),
})
export type TrackedOrder = v.InferOutput<typeof TrackedOrder>
export const TrackAnswer = v.object({
  success: v.literal(true),
  message: v.string(),
  data: TrackedOrder,
})

export const TrackQuery = v.object({
  order_number: v.pipe(
    given('Order number is required'),
    v.transform(orderNumberOf),
    v.nonEmpty('Order number is required'),
  ),
})
