import { deliveryDates } from '#contract/deliveryDates.ts'
import {
  type ShippingMethod,
  deliversTo,
  deliveryPrice,
  deliveryTime,
  dispatchOf,
  dispatchText,
  shippingCost,
  shippingMethods,
} from '#contract/shipping.ts'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { HomeOnly } from './HomeOnly.tsx'
import * as css from './steps.css.ts'
import { useNow } from '#src/lib/useNow.ts'

type Props = {
  method: ShippingMethod
  /** Where it goes, as far as is known. */
  address: { country: string } | null
}

/** The delivery methods with their cost, and when they arrive where the shop delivers. */
export function DeliveryChoice({ method, address }: Props) {
  const now = useNow()
  const isReached = deliversTo(address)
  return (
    <ChoiceGroup legend="Delivery">
      <p className={css.quiet} role="status">
        {isReached ? dispatchText : <HomeOnly />}
      </p>
      {shippingMethods.map(({ value, label }) => (
        <RadioCard
          key={value}
          name="shipping_method"
          value={value}
          title={label}
          aside={deliveryPrice(shippingCost(value))}
          defaultChecked={value === method}
        >
          {isReached && `${deliveryTime(value)}, arrives ${deliveryDates(value, dispatchOf(now))}`}
        </RadioCard>
      ))}
    </ChoiceGroup>
  )
}
