import { formatMoney } from '#contract/money.ts'
import { type Totals, taxPercent } from '#contract/totals.ts'
import * as css from './OrderSummary.css.ts'

/** What the order comes to, to the penny as the server will reckon it. */
export function TotalsList({
  totals,
  couponCode,
  isBusy,
}: {
  totals: Totals
  couponCode: string | null
  isBusy: boolean
}) {
  return (
    <dl className={css.totals} aria-busy={isBusy}>
      <Row label="Subtotal" value={formatMoney(totals.subtotal)} />
      {couponCode !== null && (
        <Row label={`Discount (${couponCode})`} value={`−${formatMoney(totals.discount)}`} />
      )}
      <Row label="Shipping" value={totals.shipping === 0 ? 'Free' : formatMoney(totals.shipping)} />
      <Row label={`Tax (${taxPercent}%)`} value={formatMoney(totals.tax)} />
      <div className={css.total}>
        <dt>Total</dt>
        <dd className={css.figure}>{formatMoney(totals.total)}</dd>
      </div>
    </dl>
  )
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className={css.row}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.figure}>{value}</dd>
    </div>
  )
}
