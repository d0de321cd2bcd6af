import { Link } from '@tanstack/react-router'
import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { toPence } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { lostIfPlacedBefore } from '#contract/shipping.ts'

/** What can still be done about an order, or what became of the money. */
export function OrderHint({
  order: { order_number, status, created_at, total, note },
  now,
}: {
  order: Pick<Order, 'order_number' | 'status' | 'created_at' | 'total' | 'note'>
  now: Date
}) {
  if (isCancellable(status)) return 'You can cancel until the order leaves us.'
  if (status === 'cancelled') return toPence(total) > 0 ? orderTexts.moneyGoesBack : null
  if (status !== 'shipped' && status !== 'delivered') return null
  const isLost = status === 'shipped' && new Date(created_at) < lostIfPlacedBefore(now)
  return (
    <>
      {orderTexts.notCancellable}{' '}
      {isLost && (
        <>
          If it has not reached you, you may cancel and are refunded in full:{' '}
          <Link to="/contact" search={{ subject: `Order ${order_number}` }}>
            write to us
          </Link>
          .{' '}
        </>
      )}
      You have {returnWindowDays} days from its arrival to send it back, less {restockingPercent}%:{' '}
      <Link to="/resources/returns-exchanges">returns and exchanges</Link>.
      {note && ` ${orderTexts.engravedStays}`}
    </>
  )
}
