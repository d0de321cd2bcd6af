import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/** Each finds what must never exist, whatever happened to the servers; `finished` only once a server has recovered. */
const always: Readonly<Record<string, string>> = {
  'orders without lines': `select order_number from orders
    where not exists (select 1 from order_items where order_id = orders.id)`,
  'orders without their first event': `select order_number from orders
    where not exists (select 1 from order_events where order_id = orders.id and status = 'pending')`,
  'orders whose lines do not add up': `select order_number from orders
    where subtotal <> (select coalesce(sum(total), 0) from order_items where order_id = orders.id)`,
  'orders for which another amount was asked than they come to': `select o.order_number, a.amount, o.total
    from orders o join payment_attempts a on a.order_id = o.id where a.amount <> o.total`,
  'orders that nobody is told of': `select order_number from orders
    where not exists (select 1 from mails where subject = 'Your order ' || order_number)`,
  'orders with another number of payments than one': `select order_number from orders
    where 1 <> (select count(*) from payment_attempts where order_id = orders.id)`,
  'payments of an order that is not there': `select id from payment_attempts
    where status in ('captured', 'ordered') and order_id is null`,
  'payments let go of while their order stands': `select a.id from payment_attempts a
    join orders o on o.id = a.order_id where a.status in ('released', 'releasing') and o.status <> 'cancelled'`,
  'stock below nothing': 'select id from products where stock_quantity < 0',
  'keys answered with an order that is not there': `select key from idempotency_keys
    where status_code = 201 and scope = 'checkout'
      and not exists (select 1 from orders where order_number = body->>'order_number')`,
}
const finished: Readonly<Record<string, string>> = {
  'keys still marked as at work': 'select key from idempotency_keys where status_code is null',
  'payments nobody has brought to an end': `select id from payment_attempts
    where status not in ('captured', 'declined', 'released')`,
  'cancelled orders whose money was kept': `select o.order_number, a.status
    from orders o join payment_attempts a on a.order_id = o.id
    where o.status = 'cancelled' and a.status <> 'released'`,
}

/** What is wrong with the books, by name; empty when nothing is. */
export async function faults(db: Db, { isRecovered }: { isRecovered: boolean }) {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries({ ...always, ...(isRecovered && finished) })) {
    const { rows } = await db.execute(sql.raw(query))
    if (rows.length > 0) found[name] = rows
  }
  return found
}

/** The lines of every order by its customer, and its number; customers with two orders come twice. */
export async function ordersBy(db: Db) {
  const { rows } = await db.execute<{
    customer_id: string
    order_number: string
    basket: { product_id: number; quantity: number }[]
  }>(sql`
    select o.customer_id, o.order_number, json_agg(json_build_object('product_id', i.product_id, 'quantity', i.quantity)
      order by i.product_id) as basket
    from orders o left join order_items i on i.order_id = o.id group by o.id`)
  return rows
}

/** How many of each piece were sold in orders that stand, and how many are left. */
export async function pieces(db: Db, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; left: number; sold: number }>(sql`
    select p.id, p.stock_quantity as left, coalesce((
      select sum(i.quantity)::int from order_items i join orders o on o.id = i.order_id
      where i.product_id = p.id and o.status <> 'cancelled'), 0) as sold
    from products p where p.id in ${[...ids]} order by p.id`)
  return rows
}
