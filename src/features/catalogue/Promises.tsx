import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { returnWindowDays } from '#contract/constants.ts'
import { deliveryPrice, deliveryWindow, shippingMethods } from '#contract/shipping.ts'
import { isInStock } from '#contract/stock.ts'
import { formatDay } from '#src/lib/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import * as css from './Promises.css.ts'
import { summaryOf } from './summary.ts'
import { useToday } from './useToday.ts'

/** When it arrives, whether it can be returned, and what it is made of. */
export function Promises({ product }: { product: Product }) {
  const summary = summaryOf(product)
  return (
    <ul className={css.list}>
      <Line icon="truck">{isInStock(product) ? <Arrival /> : delivery}</Line>
      <Line icon="return">
        <Link to="/resources/returns-exchanges" className={css.link}>
          {returnWindowDays} days to return
        </Link>{' '}
        ·{' '}
        <Link to="/resources/Warranty" className={css.link}>
          one-year warranty
        </Link>
      </Line>
      {summary && <Line icon="gem">{summary}</Line>}
    </ul>
  )
}

const [{ cost, duration }] = shippingMethods
const delivery = `${deliveryPrice(cost)} delivery in ${duration}`

function Arrival() {
  const today = useToday()
  if (today === null) return delivery
  const [first, last] = deliveryWindow('standard', today)
  return `Arrives ${formatDay(first)} to ${formatDay(last)}, ${deliveryPrice(cost).toLowerCase()}`
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className={css.line}>
    <Icon name={icon} className={css.icon} />
    <span>{children}</span>
  </li>
)
