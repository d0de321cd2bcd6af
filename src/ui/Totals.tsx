import * as css from './Totals.css.ts'

type Line = { label: string; value: string }

/** The totals, line by line; faded while they are being recalculated. */
export function Totals({
  lines,
  total,
  isBusy = false,
}: {
  lines: readonly Line[]
  total: string
  isBusy?: boolean
}) {
  return (
    <dl className={css.root} aria-busy={isBusy}>
      {lines.map(({ label, value }) => (
        <div key={label} className={css.row}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.figure}>{value}</dd>
        </div>
      ))}
      <div className={css.total}>
        <dt>Total</dt>
        <dd className={css.figure}>{total}</dd>
      </div>
    </dl>
  )
}
