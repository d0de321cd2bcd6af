import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { totalRows } from '#contract/totalRows.ts'
import { Totals } from '#src/ui/Totals.tsx'

/** What it came to. */
export const OrderTotals = ({ order }: { order: Order }) => (
  <Totals lines={totalRows(order)} total={formatMoney(order.total)} />
)
