import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { personal } from '#src/lib/queryClient.ts'
import { useIsHere } from '#src/lib/useIsHere.ts'
import { Button } from '#src/ui/Button.tsx'
import { AlertDialog, ConfirmDialog } from '#src/ui/Dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { tellIfGone } from '#src/ui/tellIfGone.ts'
import { cancelOrder } from './api.ts'

type Props = {
  order: Pick<Order, 'order_number' | 'status'>
  label: string
  /** Called with the failure too, for a page that keeps it in view. */
  onFailure?: (message: string | null) => void
}

/** Asks first; a refusal is an alert with the server's own message. No button once the order has left the shop. */
export function CancelOrder({ order, label, onFailure }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isHere = useIsHere()
  const { mutate, isPending } = useMutation({
    ...cancelOrder(),
    // In the mutation's options, not the call's, so that it still runs when the button is gone by then: a cancelled
    // order shows none, nor does a page that was left.
    onSuccess: () => notify.success(orderTexts.cancelled),
    onError: (failure) => tellIfGone(isHere, failure, orderTexts.cancelFailed),
  })

  const mayCancel = isCancellable(order.status)
  const cancel = () => {
    onFailure?.(null)
    mutate(order.order_number, {
      onError(error) {
        const message = messageOf(error, orderTexts.cancelFailed)
        setFailure(message)
        onFailure?.(message)
        void queryClient.invalidateQueries({ queryKey: [personal, 'orders'] })
      },
      onSettled: () => setAsking(false),
    })
  }
  return (
    <>
      {mayCancel && (
        <Button
          tone="secondary"
          size="s"
          aria-label={`${label}: ${order.order_number}`}
          onClick={() => setAsking(true)}
        >
          {label}
        </Button>
      )}
      {mayCancel && isAsking && (
        <ConfirmDialog
          title={`Cancel Order #${order.order_number}`}
          cancelLabel={orderTexts.keep}
          confirmLabel={orderTexts.doCancel}
          tone="critical"
          isBusy={isPending}
          onConfirm={cancel}
          onCancel={() => setAsking(false)}
        >
          <p>{orderTexts.confirmCancel}</p>
        </ConfirmDialog>
      )}
      {failure !== null && (
        <AlertDialog title={orderTexts.cancelFailed} onClose={() => setFailure(null)}>
          <p>{failure}</p>
        </AlertDialog>
      )}
    </>
  )
}
