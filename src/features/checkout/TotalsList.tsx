import { formatMoney } from '#contract/money.ts'
import { type Totals as OrderTotals, taxPercent } from '#contract/totals.ts'
import { Totals } from '#src/ui/Totals.tsx'
import * as css from './OrderSummary.css.ts'

/** What the order comes to, to the penny as the server will reckon it. */
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
        lines={[
          { label: 'Subtotal', value: formatMoney(totals.subtotal) },
          ...(couponCode === null
            ? []
            : [{ label: `Discount (${couponCode})`, value: `−${formatMoney(totals.discount)}` }]),
          { label: 'Shipping', value: totals.shipping === 0 ? 'Free' : formatMoney(totals.shipping) },
          { label: `Tax (${taxPercent}%)`, value: formatMoney(totals.tax) },
        ]}
        total={formatMoney(totals.total)}
        isBusy={isBusy}
      />
    </div>
  )
}
