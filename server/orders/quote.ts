import * as v from 'valibot'
import { shippingCost } from '#contract/shipping.ts'
import { checkoutTexts } from '#contract/checkout.ts'
import type { NewOrder } from '#contract/checkout.ts'
import { OrderAddress } from '#contract/order.ts'
import { orderTotals } from '#contract/totals.ts'
import type { Totals } from '#contract/totals.ts'
import { readAddress } from '../addresses/store.ts'
import { priceOf, readCart, stockOf } from '../cart/store.ts'
import type { CartLine } from '../cart/store.ts'
import type { Db } from '../db/db.ts'
import { ApiError } from '../problem.ts'
import { findCoupon } from './coupons.ts'
import type { NewLine } from './store.ts'

/** What an order would be, from what the server knows alone. */
export type Quote = {
  cart_id: string
  lines: NewLine[]
  totals: Totals
  coupon_code: string | null
  shipping_address: OrderAddress
  billing_address: OrderAddress
}

/**
 * Works out the order of what is in the customer's cart now. To rely on it, hold the cart first.
 * @throws {ApiError} 400 empty cart or bad coupon, 404 an address that is not theirs, 409 out of stock
 */
export async function quoteOrder(db: Db, customer_id: string, order: NewOrder, now: Date): Promise<Quote> {
  const cart = await readCart(db, customer_id)
  if (cart.lines.length === 0) throw new ApiError(400, 'empty_cart', checkoutTexts.emptyCart)
  const shipping_address = await addressOf(db, customer_id, order.shipping_address_id)
  const { billing_address_id } = order
  const billing_address =
    billing_address_id === null ? shipping_address : await addressOf(db, customer_id, billing_address_id)
  const coupon = await findCoupon(db, order.coupon_code, now)
  if (cart.lines.some((line) => line.quantity > stockOf(line))) {
    throw new ApiError(409, 'out_of_stock', checkoutTexts.outOfStock)
  }
  const lines = cart.lines.map(toNewLine)
  const totals = orderTotals(lines, coupon?.percent ?? 0, shippingCost(order.shipping_method))
  return {
    cart_id: cart.id,
    lines,
    totals,
    coupon_code: coupon?.code ?? null,
    shipping_address,
    billing_address,
  }
}

async function addressOf(db: Db, customer_id: string, address_id: string): Promise<OrderAddress> {
  return v.parse(OrderAddress, await readAddress(db, customer_id, address_id))
}

function toNewLine(line: CartLine): NewLine {
  const { product, variant, quantity } = line
  const { name, slug, short_description, description } = product
  return {
    product_id: product.id,
    variant_id: variant?.id ?? null,
    variant_name: variant?.name ?? null,
    quantity,
    price: priceOf(line),
    product: {
      name,
      slug,
      short_description,
      description,
      images: product.images.map(({ image, alt_text }) => ({ image, alt_text })),
      categories: product.categories.map((category) => ({ name: category.name })),
    },
  }
}
