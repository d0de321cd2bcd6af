import { randomUUID } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Contact } from '#contract/checkout.ts'
import { lockNotAvailable, sqlState } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { order_items, orders } from '../db/schema/orders.ts'
import { few, together } from '../db/together.ts'
import type { Call } from '../calls/idempotency.ts'
import type { NewMail } from '../mail/outbox.ts'
import type { Quote } from './quote.ts'
import { newOrderNumber } from './store.ts'
import type { OrderRow } from './store.ts'

// What an order is made of belongs to many modules, and their tables are written here all the same: by one statement
// rather than thirty (docs/decisions/012-two-statements.md).

/** How long a batch of orders waits for what somebody else has locked, in milliseconds, */
const soon = 300
/** and for how long locked rows are skipped once it has waited in vain. */
const passedOver = 2_000

// Read from the schema: a column that is new in it and not named in the statement would be left empty in silence.
const {
  tracking_number: _number,
  tracking_url: _url,
  anonymised_at: _anonymised,
  is_recipient_hidden: _hidden,
  ...orderColumns
} = getTableColumns(orders)
const { order_id: _order, ...itemColumns } = getTableColumns(order_items)

const columnNames = (columns: Record<string, PgColumn>, before = '') =>
  Object.keys(columns)
    .map((name) => `${before}${name}`)
    .join(', ')
const columnTypes = (columns: Record<string, PgColumn>) =>
  Object.entries(columns)
    .map(([name, column]) => `${name} ${column.getSQLType()}`)
    .join(', ')

type Placing = {
  /** False when somebody gave the payment up meanwhile. */
  is_paid: boolean
  /**
   * Whether somebody else has locked the payment, the cart or one of the pieces just now: then nothing else is known of
   * the order.
   */
  is_held_up: boolean
  /** False when the cart, a price in it or a piece's variant label has changed since the quote. */
  is_same: boolean
  /** False when there is no longer as much of each piece. */
  is_enough: boolean
  is_placed: boolean
}

// Everybody locks in this order: payments, carts, pieces, variants, each by id. Each step counts the rows that the one
// before has locked, which fixes the order, so that no two servers deadlock. A lock returns the row as it is then,
// whereas everything else is as it was when the statement began. Foreign key checks on the locked rows are not held up.
//
// What other servers' orders and changes of a cart have locked is waited for, in turn: it is released within
// milliseconds. What is locked for longer, a piece by an import or a cart by a server that lost its power, would keep
// the whole batch waiting for the one order that needs it. So this statement gives up soon, having had no effect, and
// another skips locked rows: whoever needs those is told, and tries again. How soon is set before the first lock.
//
// Whether a piece has variants is checked on its locked row as well, by the label that an import requires of a piece
// with variants and removes from one without: the variants themselves are read as they were when the statement began.
//
// Everything written for an order depends on its being in `placed`, so it is all or nothing. An order whose number is
// taken is not placed, nor a second one of the same cart. If there is enough stock for each order but not for all, the
// table's own check refuses the statement, and `together` executes the orders one by one.
const placing = (others: '' | 'skip locked') => `with asked as materialized (
    select * from json_to_recordset($1::json) as a(nth int, attempt uuid, scope text, key text, cart_version text,
      cart_lines jsonb, pieces json, variants json, items json, answer jsonb, mail_to text, mail_subject text,
      mail_text text, mail_html text, ${columnTypes(orderColumns)})
    where ${few('nth')} and (select set_config('lock_timeout', '${soon}', true)) is not null
  ), wanted_pieces as materialized (
    select nth, w.* from asked, json_to_recordset(pieces) as w(id int, quantity int, price int, variant_label text)
    where ${few('w.id')}
  ), wanted_variants as materialized (
    select nth, w.* from asked, json_to_recordset(variants) as w(id int, quantity int, price int) where ${few('w.id')}
  ), held_payments as materialized (
    select id, status from payment_attempts join (select distinct attempt as id from asked) a using (id)
    order by id for update of payment_attempts ${others}
  ), held_carts as materialized (
    select id, carts.xmin::text as version from carts join (select distinct cart_id as id from asked) a using (id)
    where (select count(*) from held_payments) > 0
    order by id for no key update of carts ${others}
  ), held_pieces as materialized (
    select id, price, stock_quantity, variant_label,
      exists (select 1 from variants v where v.product_id = products.id) as has_variants
    from products join (select distinct id from wanted_pieces) w using (id)
    where (select count(*) from held_carts) > 0
    order by id for no key update of products ${others}
  ), held_variants as materialized (
    select id, price, stock_quantity from variants join (select distinct id from wanted_variants) w using (id)
    where (select count(*) from held_pieces) > 0
    order by id for no key update of variants ${others}
  ), checked as materialized (
    select id, nth,
      exists (select 1 from held_payments p where p.id = attempt and p.status = 'started') as is_paid,
      case
        when not exists (select 1 from held_payments p where p.id = attempt)
          then exists (select 1 from payment_attempts p where p.id = attempt offset 0)
        when not exists (select 1 from held_payments p where p.id = attempt and p.status = 'started') then false
        when not exists (select 1 from held_carts c where c.id = cart_id)
          then exists (select 1 from carts c where c.id = cart_id offset 0)
        else exists (select 1 from wanted_pieces w join products using (id)
            where w.nth = asked.nth and not exists (select 1 from held_pieces p where p.id = w.id))
          or exists (select 1 from wanted_variants w join variants using (id)
            where w.nth = asked.nth and not exists (select 1 from held_variants p where p.id = w.id))
      end as is_held_up,
      exists (select 1 from held_carts c where c.id = cart_id and c.version = cart_version)
        and cart_lines = (select coalesce(jsonb_agg(jsonb_build_array(i.product_id, i.variant_id, i.quantity)
          order by i.created_at, i.id), '[]') from cart_items i where i.cart_id = asked.cart_id)
        and not exists (select 1 from wanted_pieces w join held_pieces p using (id)
          where w.nth = asked.nth
            and (p.price <> w.price or p.variant_label is distinct from w.variant_label))
        and not exists (select 1 from wanted_variants w join held_variants p using (id)
          where w.nth = asked.nth and p.price <> w.price) as is_same,
      not exists (select 1 from wanted_pieces w left join held_pieces p using (id)
          where w.nth = asked.nth
            and (p.id is null or p.stock_quantity < w.quantity or (p.has_variants and w.price is not null)))
        and not exists (select 1 from wanted_variants w left join held_variants p using (id)
          where w.nth = asked.nth and (p.id is null or p.stock_quantity < w.quantity)) as is_enough,
      not exists (select 1 from asked before where before.cart_id = asked.cart_id and before.nth < asked.nth) as is_first
    from asked
  ), placed as (
    insert into orders (${columnNames(orderColumns)})
    select ${columnNames(orderColumns)}
    from asked join checked using (id)
    where is_paid and is_same and is_enough and is_first
    on conflict (order_number) do nothing
    returning id
  ), done as materialized (
    select asked.* from asked join placed using (id)
  ), lines as (
    insert into order_items (order_id, ${columnNames(itemColumns)})
    select done.id, ${columnNames(itemColumns, 'l.')} from done, json_to_recordset(items) as l(${columnTypes(itemColumns)})
  ), event as (
    insert into order_events (order_id, status, at) select id, 'pending', created_at from done
  ), taken_pieces as (
    update products set stock_quantity = stock_quantity - taken.quantity
    from (select w.id, sum(w.quantity) as quantity from wanted_pieces w join done using (nth) group by w.id) taken
    where products.id = taken.id
  ), taken_variants as (
    update variants set stock_quantity = stock_quantity - taken.quantity
    from (select w.id, sum(w.quantity) as quantity from wanted_variants w join done using (nth) group by w.id) taken
    where variants.id = taken.id
  ), paid as (
    update payment_attempts p set status = 'ordered', gateway_reference = done.payment_reference, order_id = done.id,
      updated_at = now()
    from done where p.id = done.attempt
  ), emptied as (
    delete from cart_items i using done where i.cart_id = done.cart_id
  ), touched as (
    update carts c set updated_at = now() from done where c.id = done.cart_id
  ), answered as (
    update idempotency_keys k set status_code = 201, body = done.answer
    from done where (k.customer_id, k.scope, k.key) = (done.customer_id, done.scope, done.key)
  ), told as (
    insert into mails (to_address, subject, text, html) select mail_to, mail_subject, mail_text, mail_html from done
    where mail_to is not null
  )
  select nth, is_paid, is_held_up, is_same, is_enough, exists (select 1 from placed where placed.id = checked.id) as is_placed
  from checked`

type Placed = Placing & { nth: number }
const place = together<Record<string, unknown>, Placed>('place_orders', placing(''), { isAskedSingly: false })
const placeFree = together<Record<string, unknown>, Placed>('place_free_orders', placing('skip locked'))

/** Until when, by `performance.now()`. */
const passedOverUntil = new WeakMap<Db, number>()

/** Waits for what others have locked while all can wait; if that was in vain, nobody does for a while. */
async function placeInTurn(db: Db, order: Record<string, unknown>): Promise<Placed | null> {
  if (performance.now() < (passedOverUntil.get(db) ?? 0)) return placeFree(db, order)
  try {
    return await place(db, order)
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable) throw error
    passedOverUntil.set(db, performance.now() + passedOver)
    return placeFree(db, order)
  }
}

/** An order about to be written, and the answer and the email about it, if there is to be one. */
export type NewOrderRow = {
  call: Call
  attempt: string
  payment_reference: string | null
  contact: Contact
  quote: Quote
  row: OrderRow
  answer: unknown
  mail: NewMail | null
}

/** The one statement that makes an order: all of it or nothing. */
export async function placeRow(db: Db, order: NewOrderRow): Promise<Placing> {
  const { call, quote, row, mail, contact } = order
  const { items, events: _events, ...fields } = row
  const outcome = await placeInTurn(db, {
    ...({
      ...fields,
      contact,
      updated_at: row.created_at,
      payment_reference: order.payment_reference,
      customer_id: call.customer_id,
    } satisfies Record<keyof typeof orderColumns, unknown>),
    items: items.map(
      (item, position) => ({ ...item, position }) satisfies Record<keyof typeof itemColumns, unknown>,
    ),
    attempt: order.attempt,
    scope: call.scope,
    key: call.key,
    cart_version: quote.cart_version,
    cart_lines: quote.lines.map(({ product_id, variant_id, quantity }) => [product_id, variant_id, quantity]),
    pieces: wantedPieces(quote),
    variants: wantedVariants(quote),
    answer: order.answer,
    mail_to: mail?.to_address,
    mail_subject: mail?.subject,
    mail_text: mail?.text,
    mail_html: mail?.html,
  })
  if (outcome === null) throw new Error('An order has no outcome')
  return outcome
}

/** A piece that is bought in variants is counted as a whole as well; what it costs is theirs to say. */
const wantedPieces = ({ lines }: Quote) =>
  summed(
    lines.map(({ product_id, variant_id, quantity, price, product }) => ({
      id: product_id,
      quantity,
      price: variant_id === null ? price : null,
      variant_label: product.variant_label,
    })),
  )

/** Each has one line: the cart's own constraint. */
const wantedVariants = ({ lines }: Quote) =>
  lines.flatMap(({ variant_id, quantity, price }) =>
    variant_id === null ? [] : [{ id: variant_id, quantity, price }],
  )

function summed<One extends { id: number; quantity: number }>(wanted: readonly One[]): One[] {
  const byId = new Map<number, One>()
  for (const one of wanted) {
    byId.set(one.id, { ...one, quantity: one.quantity + (byId.get(one.id)?.quantity ?? 0) })
  }
  return [...byId.values()]
}

/** The rows of an order that begins as `pending`: placed and its payment approved, but nobody has begun to prepare it. */
export function newRow(
  { lines, totals, ...quote }: Quote,
  choice: Pick<OrderRow, 'shipping_method' | 'payment_method' | 'payment_label' | 'note'>,
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
