import { useId, useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { formatMoney } from '#contract/money.ts'
import type { Totals } from '#contract/totals.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { tellHeight } from '#src/ui/tellHeight.ts'
import { OrderLines } from './OrderLines.tsx'
import * as css from './OrderSummary.css.ts'
import { TotalsList } from './TotalsList.tsx'

// What comes into view on a phone keeps clear of it (`Shell.css.ts`).
const tellSummaryHeight = tellHeight('--summary-height')

type Props = { lines: readonly CartItem[]; totals: Totals; couponCode: string | null; isSettled: boolean }

/** The order in view through all steps: on a phone its total, and the rest on demand. */
export function OrderSummary({ lines, totals, couponCode, isSettled }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <aside ref={tellSummaryHeight} className={css.root} aria-label="Order Summary">
      <button
        type="button"
        className={css.bar}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={css.barLabel}>Order Summary</span>
        <span className={css.barTotal}>{formatMoney(totals.total)}</span>
        <Icon name="chevronDown" size="s" className={css.chevron} />
      </button>
      <div id={id} className={isOpen ? css.unfolded : css.folded}>
        <h2 className={css.title}>Order Summary</h2>
        <OrderLines lines={lines} />
        <TotalsList totals={totals} couponCode={couponCode} isSettled={isSettled} />
      </div>
    </aside>
  )
}
