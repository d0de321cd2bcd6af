import { join } from 'node:path'
import pg from 'pg'
import type { OrderStatus } from '#contract/order.ts'
import { dataDirOf } from './dataDir.ts'

const before = { pending: [], processing: ['processing'], cancelled: ['cancelled'] } as const
const steps: Record<OrderStatus, readonly OrderStatus[]> = {
  ...before,
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
}

/** Brings a new order as far as `status`, as the shop's people would, in the database of the shop at `baseURL`. */
export async function bringTo(baseURL: string | undefined, orderNumber: string, status: OrderStatus) {
  const port = Number(new URL(baseURL ?? '').port)
  const database = new pg.Client({
    host: join(dataDirOf(port), 'socket'),
    user: 'postgres',
    database: 'postgres',
  })
  await database.connect()
  try {
    for (const step of steps[status]) {
      await database.query(
        `with moved as (
          update orders set status = $1, updated_at = now(),
            tracking_number = case when $1 = 'shipped' then 'RM 4821 7735 GB' else tracking_number end,
            tracking_url = case when $1 = 'shipped' then 'https://track.example/RM48217735GB' else tracking_url end
          where order_number = $2 returning id
        )
        insert into order_events (order_id, status) select id, $1 from moved`,
        [step, orderNumber],
      )
    }
  } finally {
    await database.end()
  }
}
