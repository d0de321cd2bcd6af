import { mutationOptions } from '@tanstack/react-query'
import { type NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { briefly } from '#src/lib/queryClient.ts'

/**
 * `key` makes one intention one order, however often it is sent: keep it until the server has refused or accepted it.
 * `customer` is whose order it is: only theirs wait for one another.
 */
export const placeOrder = (customer: string) =>
  mutationOptions({
    mutationKey: ['place-order', customer],
    meta: { errors: 'inline', failure: checkoutTexts.processingFailed, waits: true },
    // The mutation cache must not hold on to the payment data for longer.
    gcTime: briefly,
    mutationFn: async ({ order, key }: { order: NewOrder; key: string }) =>
      unwrap(
        await http.post(paths.checkout, {
          schema: OrderPlaced,
          body: order,
          idempotencyKey: key,
          patience: 30_000,
        }),
      ),
  })
