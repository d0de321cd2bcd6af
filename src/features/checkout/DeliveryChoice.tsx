import { type ShippingMethod, deliveryPrice, deliveryWindow, shippingMethods } from '#contract/shipping.ts'
import { formatDay } from '#src/lib/dates.ts'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { useNow } from './useNow.ts'

/** When it would arrive: `27 November to 1 December`, or one day. */
export function deliveryDates(method: ShippingMethod, now: Date): string {
  const [first, last] = deliveryWindow(method, now).map(formatDay)
  return first === last || last === undefined ? `${first ?? ''}` : `${first ?? ''} to ${last}`
}

/** The delivery methods with their cost and when they arrive. */
export function DeliveryChoice({ method }: { method: ShippingMethod }) {
  const now = useNow()
  return (
    <ChoiceGroup legend="Delivery">
      {shippingMethods.map(({ value, label, cost, duration }) => (
        <RadioCard
          key={value}
          name="shipping_method"
          value={value}
          title={label}
          aside={deliveryPrice(cost)}
          defaultChecked={value === method}
        >
          {duration}, arrives {deliveryDates(value, now)}
        </RadioCard>
      ))}
    </ChoiceGroup>
  )
}
