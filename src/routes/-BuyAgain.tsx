import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { cartTexts } from '#contract/cartTexts.ts'
import type { Order } from '#contract/order.ts'
import { useCartChanges } from '#src/features/cart/changes.ts'
import { useCart } from '#src/features/cart/state.ts'
import { Button } from '#src/ui/Button.tsx'
import { AlertDialog } from '#src/ui/Dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { type Again, findAgain } from './-buyAgain.ts'

const refusal = ({ lines }: Again): string =>
  lines.length > 0 ? 'Not everything could be added' : 'Nothing could be added'

/** Adds to the cart what is still available of an order, and says what is not. */
export function BuyAgain({ order }: { order: Pick<Order, 'order_number' | 'items'> }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const changes = useCartChanges()
  const { cart } = useCart()
  const [partly, setPartly] = useState<Again | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const viewCart = { label: 'View cart', run: () => void navigate({ to: '/cart' }) }
  const tell = ({ lines }: Again) => {
    if (lines.length > 0) notify.success(cartTexts.added, { id: 'cart', action: viewCart })
  }
  const { mutate, isPending } = useMutation({
    mutationKey: ['buy-again'],
    meta: { failure: cartTexts.addFailed },
    mutationFn: async () => {
      const again = await findAgain(queryClient, order.items, cart)
      await Promise.all(again.lines.map(async (line) => changes?.add(line)))
      return again
    },
    onSuccess: (again) => {
      if (again.missing.length === 0) tell(again)
      else if (button.current) setPartly(again)
      // A shopper who has moved on is told wherever they are.
      else
        notify.warning([refusal(again), ...again.missing].join('\n'), {
          id: 'cart',
          action: again.lines.length > 0 ? viewCart : undefined,
        })
    },
  })
  const close = (again: Again) => {
    setPartly(null)
    // Not before: nothing behind the dialog can be heard or pressed.
    tell(again)
  }
  return (
    <>
      <Button
        ref={button}
        tone="secondary"
        size="s"
        isBusy={isPending}
        aria-label={`Buy again: ${order.order_number}`}
        onClick={() => mutate()}
      >
        Buy Again
      </Button>
      {partly && (
        <AlertDialog title={refusal(partly)} onClose={() => close(partly)}>
          <ul>
            {partly.missing.map((line) => (
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
