import { formatMoney } from '#contract/money.ts'
import { taxToday, totalRows } from '#contract/totalRows.ts'
import type { Totals as OrderTotals } from '#contract/totals.ts'
import { Totals } from '#src/ui/Totals.tsx'
import * as css from './OrderSummary.css.ts'

/** What the order comes to, to the penny as the server will calculate it. */
export function TotalsList({
  totals,
  couponCode,
  isBusy,
}: {
  totals: OrderTotals
  couponCode: string | null
  isBusy: boolean
}) {
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
        isBusy={isBusy}
      />
    </div>
  )
}
