import { formatMoney } from '#contract/money.ts'
import { visuallyHidden } from './layout.css.ts'
import * as css from './Price.css.ts'

type Props = {
  /** Decimal pounds, '249.00'. */
  price: string
  compareAt?: string | null | undefined
  /** Whole percent under `compareAt`. */
  discountPercent?: number | null | undefined
  /** The cheapest of several: 'From £249.00'. */
  from?: boolean | undefined
  size?: keyof typeof css.size | undefined
}

/** The one way to show what something costs. */
export function Price({ price, compareAt, discountPercent, from = false, size = 'm' }: Props) {
  return (
    <span className={css.size[size]}>
      <span className={css.now}>
        {from && 'From '}
        {formatMoney(price)}
      </span>
      {compareAt && (
        <s className={css.wasSize[size]}>
          <span className={visuallyHidden}> Was </span>
          {formatMoney(compareAt)}
        </s>
      )}
      {discountPercent ? <span className={css.offSize[size]}>{discountPercent}% off</span> : null}
    </span>
  )
}
