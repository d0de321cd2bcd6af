import { formatMoney } from '#contract/money.ts'
import { taxToday, totalRows } from '#contract/totalRows.ts'
import type { Totals as OrderTotals } from '#contract/totals.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Totals } from '#src/ui/Totals.tsx'
import * as css from './OrderSummary.css.ts'

/** What the order comes to, to the penny as the server will calculate it. */
export function TotalsList({
  totals,
  couponCode,
  isSettled,
}: {
  totals: OrderTotals
  couponCode: string | null
  isSettled: boolean
}) {
  const isOffline = useNetwork() === 'offline'
  return (
    <div className={css.totals}>
      <Totals
        lines={totalRows({
          ...totals,
          shipping_cost: totals.shipping,
          coupon_code: couponCode,
          tax_label: taxToday,
        })}
        total={formatMoney(totals.total)}
        // Without a network nothing is in progress that would change it.
        isBusy={!isSettled && !isOffline}
      />
    </div>
  )
}
