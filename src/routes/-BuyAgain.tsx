import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cartTexts } from '#contract/cartTexts.ts'
import type { Order } from '#contract/order.ts'
import { useCart, useCartChanges } from '#src/features/cart/state.ts'
import { Button } from '#src/ui/Button.tsx'
import { AlertDialog } from '#src/ui/Dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { findAgain } from './-buyAgain.ts'

/** Puts what can still be had of an order into the cart, and says what can't. */
export function BuyAgain({ order }: { order: Pick<Order, 'order_number' | 'items'> }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const changes = useCartChanges()
  const { cart } = useCart()
  const [missing, setMissing] = useState<readonly string[]>([])
  const { mutate, isPending } = useMutation({
    mutationKey: ['buy-again'],
    meta: { failure: cartTexts.addFailed },
    mutationFn: () => findAgain(queryClient, order.items, cart),
    onSuccess: ({ lines, missing: left }) => {
      for (const line of lines) void changes?.add(line)
      setMissing(left)
      if (lines.length === 0) return
      notify.success(cartTexts.added, {
        id: 'cart',
        action: { label: 'View cart', run: () => void navigate({ to: '/cart' }) },
      })
    },
  })
  return (
    <>
      <Button
        tone="secondary"
        size="s"
        isBusy={isPending}
        aria-label={`Buy again: ${order.order_number}`}
        onClick={() => mutate()}
      >
        Buy Again
      </Button>
      {missing.length > 0 && (
        <AlertDialog title="Not everything could be added" onClose={() => setMissing([])}>
          <ul>
            {missing.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </AlertDialog>
      )}
    </>
  )
}

/** For a list of orders. */
export const buyAgain = (order: Order) => <BuyAgain order={order} />
