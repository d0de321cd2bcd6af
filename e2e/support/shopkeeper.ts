import type { Client } from 'pg'
import type { OrderStatus } from '#contract/order.ts'
import type { PageKind } from '#contract/vitals.ts'
import { databaseClient } from '../../tests/support/databaseClient.ts'
import { dataDirOf } from './dataDir.ts'

const before = { pending: [], processing: ['processing'], cancelled: ['cancelled'] } as const
const steps: Record<OrderStatus, readonly OrderStatus[]> = {
  ...before,
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
}

const portOf = (baseURL: string | undefined) => Number(new URL(baseURL ?? '').port)

/** Does something in the database of the shop at `baseURL`. */
async function inDatabase<T>(baseURL: string | undefined, work: (database: Client) => Promise<T>) {
  const database = await databaseClient({ DATA_DIR: dataDirOf(portOf(baseURL)) })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** Takes a new order to `status`, as the shop's people would; where it is sent, under this number. */
export const bringTo = (
  baseURL: string | undefined,
  orderNumber: string,
  status: OrderStatus,
  trackingNumber = 'RM 4821 7735 GB',
) =>
  inDatabase(baseURL, async (database) => {
    for (const step of steps[status]) {
      await database.query(
        `with moved as (
          update orders set status = $1, updated_at = now(),
            tracking_number = case when $1 = 'shipped' then $3 else tracking_number end,
            tracking_url = case when $1 = 'shipped' then 'https://track.example/RM48217735GB' else tracking_url end
          where order_number = $2 returning id
        )
        insert into order_events (order_id, status) select id, $1 from moved`,
        [step, orderNumber, trackingNumber],
      )
    }
  })

/** Sets the stock and the price, in pence, of a piece without variants. */
export const changePiece = (
  baseURL: string | undefined,
  slug: string,
  { stock = null, price = null }: { stock?: number | null; price?: number | null },
) =>
  inDatabase(baseURL, (database) =>
    database.query(
      `update products set stock_quantity = coalesce($2, stock_quantity), price = coalesce($3, price)
       where slug = $1`,
      [slug, stock, price],
    ),
  )

/** Leaves one of a piece's variant in stock. */
export const leaveOne = (baseURL: string | undefined, slug: string, variant: string) =>
  inDatabase(baseURL, async (database) => {
    const { rowCount } = await database.query(
      `update variants set stock_quantity = 1
       where name = $2 and product_id = (select id from products where slug = $1)`,
      [slug, variant],
    )
    if (rowCount !== 1) throw new Error(`There is no ${slug} ${variant}`)
  })

/** How often each measure was taken of pages of this kind on a phone, as `LCP`. */
export const measuredOn = (baseURL: string | undefined, kind: PageKind) =>
  inDatabase(baseURL, async (database) => {
    const { rows } = await database.query<{ name: string; views: number }>(
      "select name, count(*)::int as views from vitals where page = $1 and screen = 'phone' group by name",
      [kind],
    )
    return new Map(rows.map(({ name, views }) => [name, views]))
  })
