import { randomUUID } from 'node:crypto'
import type { Contact } from '#contract/checkout.ts'
import { retried } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { keptSince } from '../idempotency.ts'
import type { Call } from '../idempotency.ts'
import type { NewMail } from '../mail/outbox.ts'
import type { Quote } from './quote.ts'
import { newOrderNumber } from './store.ts'
import type { OrderRow } from './store.ts'

// What an order is made of belongs to many modules, and their tables are written here all the same: by one statement
// rather than thirty (docs/decisions/012-two-statements.md).

const begin = statement<{ id: string }>(
  'begin_order',
  `with claimed as (
    insert into idempotency_keys (customer_id, scope, key, fingerprint, created_at)
    select $1::uuid, $2::text, $3::text, $4::text, $5::timestamptz where $3::text is not null
    on conflict (customer_id, scope, key) do update set
      fingerprint = excluded.fingerprint, status_code = null, body = null, created_at = excluded.created_at
      where idempotency_keys.created_at < $6::timestamptz
    returning 1
  )
  insert into payment_attempts (customer_id, idempotency_key, amount, status, created_at, updated_at)
  select $1::uuid, $3::text, $7::int, 'started', $5::timestamptz, $5::timestamptz
  where $3::text is null or exists (select 1 from claimed)
  returning id`,
)

/**
 * Marks the call as being at work and notes that the gateway is about to be asked for `amount` pence: both or neither.
 * Of calls at once under one key, those that come while the first is not committed yet wait for it. Gives the payment
 * attempt, or null when the key was claimed before.
 */
export async function beginOrder(db: Db, call: Call, amount: number): Promise<string | null> {
  const { customer_id, scope, key, fingerprint, now } = call
  const [begun] = await retried(() =>
    begin(db, [customer_id, scope, key, fingerprint, now, keptSince(now), amount]),
  )
  if (begun === undefined && key === null) throw new Error('A payment attempt was not noted')
  return begun?.id ?? null
}

type Placing = {
  /** False when somebody gave the payment up meanwhile. */
  is_paid: boolean
  /** False when the cart or a price of it has changed since the quote. */
  is_same: boolean
  /** False when there is no longer as much of each piece. */
  is_enough: boolean
  is_placed: boolean
}

// Everybody locks in this order: the payment, the cart, pieces by their ids, variants by theirs. Each step asks for the
// one before, so that no two orders wait for each other; and what a lock gives is the row as it is then, where all else
// is as it was when the statement began. Nobody's key (which a foreign key asks for) is held up by it.
//
// What is written hangs on `placed`, so it is all or nothing. With a number that is taken nothing is placed.
const place = statement<Placing>(
  'place_order',
  `with payment as (
    select id from payment_attempts where id = $1::uuid and status = 'started' for update
  ), cart as (
    select id from carts where id = $2::uuid and xmin::text = $3::text and exists (select 1 from payment)
    for no key update
  ), wanted_pieces as (
    select * from jsonb_to_recordset($4::jsonb) as w(id int, quantity int, price int)
  ), wanted_variants as (
    select * from jsonb_to_recordset($5::jsonb) as w(id int, quantity int, price int)
  ), pieces as materialized (
    select id, price, stock_quantity from products
    where id = any(array(select id from wanted_pieces)) and exists (select 1 from cart)
    order by id for no key update
  ), sizes as materialized (
    select id, price, stock_quantity from variants
    where id = any(array(select id from wanted_variants)) and (select count(*) from pieces) > 0
    order by id for no key update
  ), checked as (
    select
      exists (select 1 from payment) as is_paid,
      exists (select 1 from cart)
        and $6::jsonb = (select coalesce(jsonb_agg(jsonb_build_array(product_id, variant_id, quantity)
          order by created_at, id), '[]') from cart_items where cart_id = $2::uuid)
        and not exists (select 1 from wanted_pieces w join pieces p using (id) where p.price <> w.price)
        and not exists (select 1 from wanted_variants w join sizes s using (id) where s.price <> w.price) as is_same,
      not exists (select 1 from wanted_pieces w left join pieces p using (id)
          where p.id is null or p.stock_quantity < w.quantity)
        and not exists (select 1 from wanted_variants w left join sizes s using (id)
          where s.id is null or s.stock_quantity < w.quantity)
        and not exists (select 1 from wanted_pieces w join variants v on v.product_id = w.id
          where w.price is not null) as is_enough
  ), placed as (
    insert into orders (id, order_number, customer_id, status, subtotal, discount, shipping_cost, tax, total,
      shipping_method, coupon_code, payment_method, payment_label, payment_reference, contact, shipping_address,
      billing_address, cart_id, created_at, updated_at)
    select o.id, o.order_number, $7::uuid, o.status, o.subtotal, o.discount, o.shipping_cost, o.tax, o.total,
      o.shipping_method, o.coupon_code, o.payment_method, o.payment_label, $8::text, o.contact, o.shipping_address,
      o.billing_address, $2::uuid, $9::timestamptz, $9::timestamptz
    from jsonb_to_record($10::jsonb) as o(id uuid, order_number text, status text, subtotal int, discount int,
      shipping_cost int, tax int, total int, shipping_method text, coupon_code text, payment_method text,
      payment_label text, contact jsonb, shipping_address jsonb, billing_address jsonb), checked
    where checked.is_paid and checked.is_same and checked.is_enough
    on conflict (order_number) do nothing
    returning id
  ), lines as (
    insert into order_items (id, order_id, product_id, variant_id, quantity, price, total, product, variant_name, position)
    select l.id, placed.id, l.product_id, l.variant_id, l.quantity, l.price, l.total, l.product, l.variant_name, l.position
    from placed, jsonb_to_recordset($11::jsonb) as l(id uuid, product_id int, variant_id int, quantity int, price int,
      total int, product jsonb, variant_name text, position int)
  ), event as (
    insert into order_events (order_id, status, at) select id, 'pending', $9::timestamptz from placed
  ), taken_pieces as (
    update products set stock_quantity = products.stock_quantity - w.quantity
    from wanted_pieces w where products.id = w.id and exists (select 1 from placed)
  ), taken_variants as (
    update variants set stock_quantity = variants.stock_quantity - w.quantity
    from wanted_variants w where variants.id = w.id and exists (select 1 from placed)
  ), paid as (
    update payment_attempts set status = 'ordered', gateway_reference = $8::text,
      order_id = (select id from placed), updated_at = $9::timestamptz
    where id = $1::uuid and exists (select 1 from placed)
  ), emptied as (
    delete from cart_items where cart_id = $2::uuid and exists (select 1 from placed)
  ), touched as (
    update carts set updated_at = now() where id = $2::uuid and exists (select 1 from placed)
  ), answered as (
    update idempotency_keys set status_code = 201, body = $14::jsonb
    where customer_id = $7::uuid and scope = $12::text and key = $13::text and exists (select 1 from placed)
  ), told as (
    insert into mails (to_address, subject, text, html)
    select $15::text, $16::text, $17::text, $18::text from placed
  )
  select is_paid, is_same, is_enough, exists (select 1 from placed) as is_placed from checked`,
)

/** An order about to be written, and the answer and the mail that tell of it. */
export type NewOrderRow = {
  call: Call
  attempt: string
  payment_reference: string
  contact: Contact
  quote: Quote
  row: OrderRow
  answer: unknown
  mail: NewMail
}

/** The one statement that makes an order: all of it or nothing. */
export async function placeRow(db: Db, order: NewOrderRow): Promise<Placing> {
  const { call, quote, row, mail, contact } = order
  const { items, events: _events, created_at, ...fields } = row
  const json = JSON.stringify
  const values = [
    order.attempt,
    quote.cart_id,
    quote.cart_version,
    json(wantedPieces(quote)),
    json(wantedVariants(quote)),
    json(quote.lines.map(({ product_id, variant_id, quantity }) => [product_id, variant_id, quantity])),
    call.customer_id,
    order.payment_reference,
    created_at,
    json({ ...fields, contact }),
    json(items.map((item, position) => ({ ...item, position }))),
    call.scope,
    call.key,
    json(order.answer),
    mail.to_address,
    mail.subject,
    mail.text,
    mail.html,
  ]
  const [outcome] = await place(db, values)
  if (outcome === undefined) throw new Error('An order has no outcome')
  return outcome
}

type Wanted = { id: number; quantity: number; price: number | null }

/** A piece that is bought in variants is counted as a whole as well; what it costs is theirs to say. */
const wantedPieces = ({ lines }: Quote) =>
  summed(
    lines.map(({ product_id, variant_id, quantity, price }) => ({
      id: product_id,
      quantity,
      price: variant_id === null ? price : null,
    })),
  )

const wantedVariants = ({ lines }: Quote) =>
  summed(
    lines.flatMap(({ variant_id, quantity, price }) =>
      variant_id === null ? [] : [{ id: variant_id, quantity, price }],
    ),
  )

function summed(wanted: readonly Wanted[]): Wanted[] {
  const byId = new Map<number, Wanted>()
  for (const one of wanted) {
    const other = byId.get(one.id)
    byId.set(one.id, {
      ...one,
      quantity: one.quantity + (other?.quantity ?? 0),
      price: one.price ?? other?.price ?? null,
    })
  }
  return [...byId.values()]
}

/** The rows of an order that begins as `pending`: placed and its payment approved, but nobody has begun to prepare it. */
export function newRow(
  { lines, totals, ...quote }: Quote,
  choice: { shipping_method: string; payment_method: string; payment_label: string },
  now: Date,
): OrderRow {
  const { subtotal, discount, shipping: shipping_cost, tax, total } = totals
  return {
    ...choice,
    id: randomUUID(),
    order_number: newOrderNumber(),
    status: 'pending',
    created_at: now,
    subtotal,
    discount,
    shipping_cost,
    tax,
    total,
    coupon_code: quote.coupon_code,
    shipping_address: quote.shipping_address,
    billing_address: quote.billing_address,
    cart_id: quote.cart_id,
    tracking_number: null,
    tracking_url: null,
    items: lines.map((line) => ({ ...line, id: randomUUID(), total: line.price * line.quantity })),
    events: [{ status: 'pending', at: now.toISOString() }],
  }
}
