import { Link } from '@tanstack/react-router'
import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { toPence } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { isCancellable, orderTexts } from '#contract/orderTexts.ts'

/** What can still be done about an order, or what became of the money. */
export function OrderHint({
  order: { status, total, note },
}: {
  order: Pick<Order, 'status' | 'total' | 'note'>
}) {
  if (isCancellable(status)) return 'You can cancel until the order leaves us.'
  if (status === 'cancelled') return toPence(total) > 0 ? orderTexts.moneyGoesBack : null
  if (status !== 'shipped' && status !== 'delivered') return null
  return (
    <>
      {orderTexts.notCancellable} You have {returnWindowDays} days from its arrival to send it back, less{' '}
      {restockingPercent}%: <Link to="/resources/returns-exchanges">returns and exchanges</Link>.
      {note && ` ${orderTexts.engravedStays}`}
    </>
  )
}
