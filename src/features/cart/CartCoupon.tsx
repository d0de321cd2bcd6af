import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longestCoupon } from '#contract/constants.ts'
import { couponTexts } from '#contract/coupons.ts'
import { dropDraft, useDraft, wasOpen } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { notify } from '#src/ui/notify.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { fold, foldChevron, foldSummary } from '#src/ui/fold.css.ts'
import * as css from './CartCoupon.css.ts'
import { type Coupon, applyCoupon, dropCoupon, useCoupon } from './coupon.ts'

/** A field for a code; afterwards the code in use. */
export function CartCoupon() {
  const coupon = useCoupon()
  const { heir, within } = useHeir()
  return coupon ? (
    <Applied coupon={coupon} {...{ heir, within }} />
  ) : (
    // Another form each time, for which what is typed is kept anew.
    <CouponForm {...{ heir, within }} />
  )
}

type Heir = ReturnType<typeof useHeir>

function Applied({ coupon: { code, percent }, heir, within }: Heir & { coupon: Coupon }) {
  const remove = () => {
    dropCoupon()
    notify.success(couponTexts.removed)
  }
  return (
    <div className={css.applied} {...within}>
      <p>
        <strong>{code}</strong>, {percent}% off
      </p>
      <Button
        ref={heir}
        tone="quiet"
        className={css.remove}
        onClick={remove}
        aria-label={`Remove coupon ${code}`}
      >
        Remove
      </Button>
    </div>
  )
}

/** Collapsed until somebody has a code. */
function CouponForm({ heir, within }: Heir) {
  const [error, setError] = useState<{ message: string; isInField: boolean } | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isOpenAtFirst] = useState(() => wasOpen('coupon'))
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const form = useDraft<HTMLFormElement>('coupon')

  const apply = async () => {
    if (isAsking) return
    setIsAsking(true)
    setError(null)
    const message = await applyCoupon(field.current?.value ?? '')
    // The message must be there before the focus is, or a screen reader reads the field without it.
    flushSync(() => {
      setIsAsking(false)
      if (message) setError({ message, isInField: document.activeElement === field.current })
    })
    if (message === undefined) return
    if (message !== null) return field.current?.focus()
    dropDraft('coupon')
    notify.success(couponTexts.applied)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void apply()
  }

  return (
    <details className={fold} open={isOpenAtFirst} {...within}>
      <summary ref={heir} className={foldSummary}>
        Have a coupon?
        <Icon name="chevronDown" size="s" className={foldChevron} />
      </summary>
      <form ref={form} className={css.form} noValidate onSubmit={submit} onInput={() => setError(null)}>
        <TextField
          ref={field}
          className={css.field}
          id={id}
          label="Coupon code"
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestCoupon}
          error={error?.message}
        />
        {/* Somebody who pressed Enter is in the field already, so that focusing it announces nothing; others hear it there. */}
        <p className={visuallyHidden} role="alert">
          {error?.isInField && error.message}
        </p>
        <Button type="submit" tone="secondary" className={css.apply} isBusy={isAsking}>
          Apply
        </Button>
      </form>
    </details>
  )
}
