import { orderNumberStart, orderTexts } from '#contract/orderTexts.ts'
import { texts } from '#contract/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, lazy, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '#src/lib/AppError.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { container } from '#src/ui/layout.css.ts'
import { tracking } from './api.ts'
import { page } from './orders.css.ts'
import * as css from './TrackOrderPage.css.ts'

const loadCard = async () => ({ default: (await import('./TrackedOrderCard.tsx')).TrackedOrderCard })
// Where it is lost the error page takes over, and the number is in the address.
const TrackedOrderCard = lazy(loadCard)

type Props = {
  /** From the address, into which a submitted number goes. */
  orderNumber: string | undefined
  onTrack: (orderNumber: string) => void
  onBack: () => void
}

/** For anybody who has an order's number. The browser does the look-up: a server-rendered page knows no order. */
export function TrackOrderPage({ orderNumber, onTrack, onBack }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    ...tracking(orderNumber ?? ''),
    enabled: orderNumber !== undefined,
  })

  // Beside the call, not after it.
  useEffect(() => {
    if (orderNumber !== undefined) loadCard().catch(() => undefined)
  }, [orderNumber])

  const form = useDraft<HTMLFormElement>('track-order')
  const field = useRef<HTMLInputElement>(null)
  const written = useRef(orderNumber)
  /** Whether the field has another number than the one that is looked up: nobody waits for that one any more. */
  const [isOther, setOther] = useState(false)
  // Not with a React key: that would remove the field while somebody presses Enter in it.
  useLayoutEffect(() => {
    if (field.current && written.current !== orderNumber) field.current.value = orderNumber ?? ''
    written.current = orderNumber
  }, [orderNumber])

  const track = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = field.current
    if (!input) return
    dropDraft('track-order')
    setOther(false)
    const wanted = input.value.trim()
    if (wanted === '') {
      // The browser accepts white space as a value. Emptied, the field gets the browser's own message for an empty one.
      input.value = ''
      input.reportValidity()
    } else if (wanted === orderNumber) void refetch()
    else onTrack(wanted)
  }

  return (
    <div className={`${container} ${page}`}>
      <div className={css.column}>
        <Button tone="quiet" icon="arrowLeft" className={css.back} onClick={onBack}>
          Back
        </Button>
        <header className={css.heading}>
          <h1>Track Your Order</h1>
          <p className={css.lead}>
            {`The number is in the confirmation we sent you. It begins with ${orderNumberStart}.`}
          </p>
        </header>
        <form ref={form} className={css.form} onSubmit={track}>
          <TextField
            ref={field}
            label="Order number"
            name="order_number"
            placeholder="Enter your Order Number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={64}
            defaultValue={orderNumber}
            onInput={({ currentTarget }) => setOther(currentTarget.value.trim() !== orderNumber)}
          />
          <Button type="submit" isBusy={isFetching && !isOther} busyLabel="Checking...">
            Track Order
          </Button>
        </form>
        <div className={css.answer} aria-live="polite">
          {error && !isFetching && (
            <Notice tone="critical">{messageOf(error, orderTexts.trackFailed)}</Notice>
          )}
          {data && !error && (
            <Suspense fallback={texts.loading}>
              <TrackedOrderCard order={data} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}
