import { longestDelivery } from '#contract/constants.ts'
import { lostIfPlacedBefore } from '#contract/shipping.ts'
import { counted } from '#contract/counted.ts'
import { unsentStatuses } from '#contract/orderTexts.ts'
import type { Db } from '../db/db.ts'
import { listAllOrders, sentOrdersPlacedBefore } from '../orders/store.ts'
import { unpaidOrders, unrefundedOrders } from '../orders/unpaid.ts'
import { beginningOf } from './beginningOf.ts'
import { mostShown, tableOfOldest } from './shortened.ts'
import { money, table, when } from './table.ts'

/** Orders that somebody has to do something for. */
export async function ordersToPrepare(db: Db): Promise<string> {
  const { orders, count } = await listAllOrders(db, unsentStatuses, {
    first: 'most urgent',
    limit: mostShown,
  })
  if (count === 0) return ''
  const rows = orders.map(({ order_number, status, created_at, pieces, shipping_method, note }) => [
    order_number,
    status,
    when(created_at),
    pieces,
    shipping_method,
    beginningOf((note ?? '').replaceAll(/\s+/g, ' '), 50),
  ])
  const others = count - rows.length
  return [
    `${counted(count, 'order')} to prepare`,
    table(['Number', 'Status', 'Placed', 'Pieces', 'Shipping', 'Note'], rows),
    ...(others > 0 ? [`… and ${others} more, none by a faster delivery: orders list has them all.`] : []),
  ].join('\n')
}

/** Sent orders that ought to have arrived, and that nobody has marked as delivered. */
export async function ordersToClose(db: Db, now: Date): Promise<string> {
  const sent = await sentOrdersPlacedBefore(db, lostIfPlacedBefore(now))
  if (sent.length === 0) return ''
  return [
    `${counted(sent.length, 'order that was', 'orders that were')} sent had been placed over ${longestDelivery} days ago (once it has arrived: orders delivered NUMBER; if it never does: orders cancelled NUMBER --not-arrived)`,
    tableOfOldest(
      ['Number', 'Placed', 'Sent', 'Tracking'],
      sent.map(({ order_number, created_at, sent_at, tracking_number }) => [
        order_number,
        when(created_at),
        when(sent_at),
        tracking_number ?? '',
      ]),
    ),
  ].join('\n')
}

/** Orders whose money the gateway has not let the shop take: it goes on trying, and somebody should ask why. */
export async function ordersNotPaid(db: Db): Promise<string> {
  const unpaid = await unpaidOrders(db)
  return withTotals(`${counted(unpaid.length, 'order is', 'orders are')} not paid for`, unpaid)
}

/** Cancelled orders whose money the gateway has not taken back: the same. */
export async function ordersNotPaidBack(db: Db): Promise<string> {
  const owed = await unrefundedOrders(db)
  const count = counted(owed.length, 'cancelled order is', 'cancelled orders are')
  return withTotals(`${count} not paid back (once you have done it yourself: orders refunded NUMBER)`, owed)
}

function withTotals(title: string, some: Awaited<ReturnType<typeof unpaidOrders>>): string {
  const rows = some.map(({ order_number, created_at, total }) => [
    order_number,
    when(created_at),
    money(total),
  ])
  return some.length === 0 ? '' : `${title}\n${tableOfOldest(['Number', 'Placed', 'Total'], rows)}`
}
