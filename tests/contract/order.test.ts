import { expect, test } from 'vitest'
import * as v from 'valibot'
import { Order } from '#contract/order.ts'
import { adasOrder } from '#tests/support/ada.ts'

test.each(['subtotal', 'discount', 'shipping_cost', 'tax', 'total'])(
  'an order whose %s is missing is shown, and counts it as 0',
  (amount) => {
    const { [amount]: _, ...rest }: Record<string, unknown> = adasOrder
    for (const order of [rest, { ...rest, [amount]: null }])
      expect(v.parse(Order, order)).toMatchObject({ id: adasOrder.id, [amount]: '0.00' })
  },
)
