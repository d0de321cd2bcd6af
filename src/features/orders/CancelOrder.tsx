import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { personal } from '#src/lib/queryClient.ts'
import { useIsHere } from '#src/lib/useIsHere.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
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

/**
 * Asks first; a refusal is an alert with the server's own message. No button once the order has left the shop. Where an
 * answer is lost, the orders that are read again tell whether it was cancelled after all.
 */
export function CancelOrder({ order, label, onFailure }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const isHere = useIsHere()
  const { mutate, isPending } = useOneAtATime({
    ...cancelOrder(),
    // In the mutation's options, not the call's, so that it still runs when the button is gone by then: a cancelled
    // order shows none, nor does a page that was left.
    onSuccess: () => notify.success(orderTexts.cancelled),
    onError: (failure) => tellIfGone(isHere, failure, orderTexts.cancelFailed),
  })

  const mayCancel = isCancellable(order.status)
  const isCancelled = order.status === 'cancelled'
  const isCancelledUnheard = failure !== null && isCancelled
  useEffect(() => {
    if (isCancelledUnheard) notify.success(orderTexts.cancelled)
  }, [isCancelledUnheard])
  const cancel = () => {
    onFailure?.(null)
    mutate(order.order_number, {
      onError(error) {
        setFailure(error)
        onFailure?.(messageOf(error, orderTexts.cancelFailed))
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
      {failure !== null && !isCancelled && (
        <AlertDialog title={orderTexts.cancelFailed} onClose={() => setFailure(null)}>
          <p>{messageOf(failure, texts.networkError)}</p>
        </AlertDialog>
      )}
    </>
  )
}
