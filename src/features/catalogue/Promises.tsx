import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { returnsInShort, warrantyInShort } from '#contract/constants.ts'
import { deliveryDates } from '#contract/deliveryDates.ts'
import { deliveryPrice, deliveryTime, dispatchOf, shippingCost } from '#contract/shipping.ts'
import { useToday } from '#src/lib/useNow.ts'
import { part } from '#src/ui/dotted.css.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { chosenVariant, stockNotice } from './choice.ts'
import * as css from './Promises.css.ts'
import { summaryOf } from './summary.ts'

/** When it arrives, whether it can be returned, and what it is made of. */
export function Promises({ product }: { product: Product }) {
  const summary = summaryOf(product)
  // Not from the page: React would discard what has not hydrated if a choice changed it.
  const { variant } = useSearch({ strict: false })
  const isThere = stockNotice(product, chosenVariant(product, variant)).tone !== 'critical'
  return (
    <ul className={css.list}>
      <Line icon="truck">{isThere ? <Arrival /> : delivery}</Line>
      <Line icon="return">
        <span className={css.parts}>
          <Link to="/resources/returns-exchanges" className={css.first}>
            {returnsInShort}
          </Link>{' '}
          <Link to="/resources/Warranty" className={css.second}>
            {warrantyInShort.toLowerCase()}
          </Link>
        </span>
      </Line>
      {summary.length > 0 && (
        <Line icon="gem">
          <span className={css.parts}>
            {summary.map((text) => (
              <span key={text} className={part}>
                {text}
              </span>
            ))}
          </span>
        </Line>
      )}
    </ul>
  )
}

const price = deliveryPrice(shippingCost('standard'))
const delivery = `${price} delivery in ${deliveryTime('standard')}`

function Arrival() {
  const today = useToday()
  if (today === null) return delivery
  return `Arrives ${deliveryDates('standard', dispatchOf(today))}, ${price.toLowerCase()}`
}

const Line = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className={css.line}>
    <Icon name={icon} className={css.icon} />
    <span>{children}</span>
  </li>
)
