import { addressTexts } from '#contract/addressTexts.ts'
import { authTexts } from '#contract/authTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { Contact, NewOrder } from '#contract/checkout.ts'
import { largestSubtotal } from '#contract/constants.ts'
import { Uuid } from '#contract/fields.ts'
import type { OrderAddress, OrderItem } from '#contract/order.ts'
import { shippingCost } from '#contract/shipping.ts'
import { codeOf } from '#contract/spelling.ts'
import { available } from '#contract/stock.ts'
import { orderTotals } from '#contract/totals.ts'
import type { Totals } from '#contract/totals.ts'
import * as v from 'valibot'
import { unauthenticated } from '../auth/signedIn.ts'
import { aboveLargest, priceOf } from '../cart/store.ts'
import { together } from '../db/together.ts'
import { keptSince } from '../calls/idempotency.ts'
import type { Call } from '../calls/idempotency.ts'
import { countedUntil } from '../calls/limits.ts'
import { ApiError, notFound } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { usableCoupon } from './coupons.ts'
import {
  cardTries,
  cardTriesAt,
  codeTries,
  codeTriesAt,
  codeTriesHere,
  codeTriesNear,
  codeTriesOf,
  ordersOfOne,
} from './tries.ts'
import type { CardTries, Whence } from './tries.ts'

/** A line as it would be bought; `price` in pence. */
type NewLine = {
  product_id: number
  variant_id: number | null
  variant_name: string | null
  quantity: number
  price: number
  product: OrderItem['product']
}

/** `from` is the network that the call comes from, `whence` what counters call it and its household. */
export type CheckoutCall = Call & { from: string; whence: Whence }

/** What an order would be, from what the server knows alone. */
export type Quote = {
  cart_id: string
  /** Of the cart's own row, by which a change is seen. */
  cart_version: string
  lines: NewLine[]
  totals: Totals
  coupon_code: string | null
  shipping_address: OrderAddress
  billing_address: OrderAddress
  /** Who orders, as their account says. */
  account: Contact
  /** Whether the address of their account is known to be theirs. */
  is_proved: boolean
  card_tries: CardTries
  card_tries_here: CardTries | null
  card_tries_near: CardTries | null
  /** Since when as many orders have been placed as one customer may; null while they are fewer. */
  orders_full: string | null
}

type Asked = {
  customer_id: string
  /** Null where orders are not counted. */
  orders_of: string | null
  orders_since: Date
  scope: string
  key: string | null
  since: Date
  addresses: string[]
  coupon: string
  /** Where the customer's tries are counted, their household's and their network's; null where they are not. */
  code_tries_of: string | null
  code_tries_at: string | null
  code_tries_near: string | null
  codes_since: Date
  cards_since: Date
  counted_until: Date
  card_tries_at: string
  card_tries_near: string | null
  now: Date
}

type Read = {
  nth: number
  account: (Contact & { is_proved: boolean }) | null
  cart: { id: string; version: string } | null
  is_key_known: boolean
  addresses: (Omit<OrderAddress, 'address_line_2'> & { id: string; address_line_2: string | null })[]
  coupon: { percent: number; has_expired: boolean } | null
  card_tries: CardTries
  card_tries_here: CardTries | null
  card_tries_near: CardTries | null
  orders_full: string | null
  /** Whether a piece that was withdrawn, or whose variant was, is still in the cart. */
  has_former: boolean
  /** Of all others. */
  lines: {
    quantity: number
    product: OrderItem['product'] & { id: number; price: number; stock_quantity: number; variants: number[] }
    variant: { id: number; name: string; price: number; stock_quantity: number } | null
  }[]
}

// After too many tries the customer, or anybody of their household or network, learns nothing about any code. Counters
// are found by their key alone (`is true`): by their age, all of the last minutes would be read for each caller.
// `offset 0` has what exists looked up for each caller; otherwise the whole table is read once for all of them.
const read = together<Asked, Read>(
  'read_quote',
  `select asked.nth,
    (select json_build_object('first_name', c.first_name, 'last_name', c.last_name, 'email', c.email, 'phone', c.contact_no,
      'is_proved', c.email_verified_at is not null)
      from customers c where c.id = asked.customer_id) as account,
    (select json_build_object('id', c.id, 'version', c.xmin::text)
      from carts c where c.customer_id = asked.customer_id) as cart,
    exists (select 1 from idempotency_keys k where k.customer_id = asked.customer_id and k.scope = asked.scope
      and k.key = asked.key and k.created_at >= asked.since offset 0) as is_key_known,
    coalesce((select json_agg(json_build_object('id', a.id, 'full_name', a.full_name, 'phone', a.phone,
      'address_line_1', a.address_line_1, 'address_line_2', a.address_line_2, 'city', a.city, 'state', a.state,
      'postal_code', a.postal_code, 'country', a.country))
      from addresses a where a.customer_id = asked.customer_id and a.id = any(asked.addresses)), '[]') as addresses,
    (select json_build_object('percent', c.percent, 'has_expired', coalesce(c.expires_at <= asked.now, false))
      from coupons c where c.code = asked.coupon and not exists (select 1 from rate_limits r
        where r.key in (asked.code_tries_of, asked.code_tries_at, asked.code_tries_near)
          and r.count >= case r.key when asked.code_tries_of then ${codeTries.most}
            when asked.code_tries_at then ${codeTriesHere.most} else ${codeTriesNear.most} end
          and (r.window_start > asked.codes_since and r.window_start <= asked.counted_until) is true)) as coupon,
    (select json_build_object('count', count(*), 'first', min(p.created_at)) from payment_attempts p
      where p.customer_id = asked.customer_id and p.created_at > asked.cards_since
        and p.created_at <= asked.counted_until and p.status in ('started', 'declined')) as card_tries,
    (select json_build_object('count', r.count, 'first', r.window_start) from rate_limits r
      where r.key = asked.card_tries_at
        and (r.window_start > asked.cards_since and r.window_start <= asked.counted_until) is true) as card_tries_here,
    (select json_build_object('count', r.count, 'first', r.window_start) from rate_limits r
      where r.key = asked.card_tries_near
        and (r.window_start > asked.cards_since and r.window_start <= asked.counted_until) is true) as card_tries_near,
    (select to_json(o.created_at) from orders o where o.customer_id = asked.orders_of
      and o.created_at > asked.orders_since and o.created_at <= asked.counted_until
      order by o.created_at desc offset ${ordersOfOne.most - 1} limit 1) as orders_full,
    exists (select 1 from carts join cart_items i on i.cart_id = carts.id
      where carts.customer_id = asked.customer_id and i.former is not null offset 0) as has_former,
    coalesce((select json_agg(json_build_object('quantity', i.quantity,
      'product', json_build_object('id', p.id, 'name', p.name, 'slug', p.slug,
        'short_description', p.short_description, 'description', p.description,
        'variant_label', p.variant_label, 'price', p.price, 'stock_quantity', p.stock_quantity,
        'variants', coalesce((select json_agg(o.id) from variants o where o.product_id = p.id), '[]'),
        'images', coalesce((select json_agg(json_build_object('image', m.image, 'alt_text', m.alt_text) order by m.is_default desc, m.position)
          from product_images m where m.product_id = p.id), '[]'),
        'categories', coalesce((select json_agg(json_build_object('name', c.name) order by c.id)
          from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = p.id), '[]')),
      'variant', case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'price', s.price,
        'stock_quantity', s.stock_quantity) end) order by i.created_at, i.id)
      from carts join cart_items i on i.cart_id = carts.id join products p on p.id = i.product_id
        left join variants s on s.id = i.variant_id and s.product_id = p.id
      where carts.customer_id = asked.customer_id and (i.variant_id is null or s.id is not null)), '[]') as lines
  from json_to_recordset($1::json) as asked(nth int, customer_id uuid, orders_of uuid, orders_since timestamptz,
    scope text, key text, since timestamptz, addresses uuid[], coupon text, code_tries_of text, code_tries_at text,
    code_tries_near text, codes_since timestamptz, cards_since timestamptz, counted_until timestamptz, card_tries_at text,
    card_tries_near text, now timestamptz)`,
)

/**
 * Works out the order for what is in the customer's cart now, from one read; null if the call's key is known, so that
 * it has or will have an answer of its own.
 * @throws {ApiError} 400 empty cart, bad coupon or more than one order can come to, 401 nobody's, 404 an address that
 * is not theirs, 409 out of stock
 */
export async function quoteCall(
  { db, config }: Pick<Services, 'db' | 'config'>,
  call: CheckoutCall,
  order: NewOrder,
  now: Date,
): Promise<Quote | null> {
  const { customer_id, scope, key } = call
  const { household, network } = call.whence
  const { shipping_address_id, billing_address_id } = order
  const typed = codeOf(order.coupon_code ?? '')
  const ids = [shipping_address_id, billing_address_id ?? ''].filter((id) => v.is(Uuid, id))
  const found = await read(db, {
    customer_id,
    orders_of: config.rateLimit ? customer_id : null,
    orders_since: new Date(now.getTime() - ordersOfOne.window),
    scope,
    key,
    since: keptSince(now),
    addresses: ids,
    coupon: typed,
    code_tries_of: config.rateLimit ? codeTriesOf(customer_id) : null,
    code_tries_at: config.rateLimit ? codeTriesAt(household) : null,
    code_tries_near: config.rateLimit && network !== null ? codeTriesAt(network) : null,
    codes_since: new Date(now.getTime() - codeTries.window),
    cards_since: new Date(now.getTime() - cardTries.window),
    counted_until: countedUntil(now),
    card_tries_at: cardTriesAt(household),
    card_tries_near: network === null ? null : cardTriesAt(network),
    now,
  })
  if (found === null || found.account === null) throw unauthenticated(authTexts.sessionExpired)
  const { is_proved, ...account } = found.account
  if (found.is_key_known) return null

  const { cart, lines, has_former } = found
  if (cart === null || (lines.length === 0 && !has_former))
    throw new ApiError(400, 'empty_cart', checkoutTexts.emptyCart)
  const shipping_address = addressOf(found, order, 'shipping_address_id')
  const billing_address =
    billing_address_id === null ? shipping_address : addressOf(found, order, 'billing_address_id')
  const coupon = typed === '' ? null : usableCoupon(found.coupon)
  if (has_former || lines.some((line) => line.quantity > available(line))) throw outOfStock()
  const bought = lines.map(toNewLine)
  const totals = orderTotals(bought, coupon?.percent ?? 0, shippingCost(order.shipping_method))
  if (totals.subtotal > largestSubtotal) throw aboveLargest()
  return {
    cart_id: cart.id,
    cart_version: cart.version,
    lines: bought,
    totals,
    coupon_code: coupon === null ? null : typed,
    shipping_address,
    billing_address,
    account,
    is_proved,
    card_tries: found.card_tries,
    card_tries_here: found.card_tries_here,
    card_tries_near: found.card_tries_near,
    orders_full: found.orders_full,
  }
}

export const outOfStock = () => new ApiError(409, 'out_of_stock', checkoutTexts.outOfStock)

type AddressField = 'shipping_address_id' | 'billing_address_id'

function addressOf({ addresses }: Read, order: NewOrder, field: AddressField): OrderAddress {
  const found = addresses.find(({ id }) => id === order[field]?.toLowerCase())
  if (found === undefined) throw notFound(addressTexts.notFound, field)
  const { id: _id, address_line_2, ...address } = found
  return { ...address, address_line_2: address_line_2 ?? '' }
}

function toNewLine(line: Read['lines'][number]): NewLine {
  const { id, name, slug, short_description, description, images, categories, variant_label } = line.product
  return {
    product_id: id,
    variant_id: line.variant?.id ?? null,
    variant_name: line.variant?.name ?? null,
    quantity: line.quantity,
    price: priceOf(line),
    product: { name, slug, short_description, description, images, categories, variant_label },
  }
}
