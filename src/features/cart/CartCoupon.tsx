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
import * as css from './CartCoupon.css.ts'
import { applyCoupon, dropCoupon, useCoupon } from './coupon.ts'

/** Collapsed until somebody has a code; afterwards the code in use. */
export function CartCoupon() {
  const coupon = useCoupon()
  const { heir, within } = useHeir()
  const [error, setError] = useState<string | undefined>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [isOpenAtFirst] = useState(() => wasOpen('coupon'))
  const form = useDraft<HTMLFormElement>('coupon')

  const [isAsking, setIsAsking] = useState(false)

  const apply = async () => {
    if (isAsking) return
    setIsAsking(true)
    setError(undefined)
    const message = await applyCoupon(field.current?.value ?? '')
    // The message must be there before the focus is, or a screen reader reads the field without it.
    flushSync(() => {
      setIsAsking(false)
      setError(message ?? undefined)
    })
    if (message !== null) return field.current?.focus()
    dropDraft('coupon')
    notify.success(couponTexts.applied)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void apply()
  }

  const remove = () => {
    dropCoupon()
    notify.success(couponTexts.removed)
  }

  if (coupon) {
    return (
      <div className={css.applied} {...within}>
        <p>
          <strong>{coupon.code}</strong>, {coupon.percent}% off
        </p>
        <Button
          ref={heir}
          tone="quiet"
          className={css.remove}
          onClick={remove}
          aria-label={`Remove coupon ${coupon.code}`}
        >
          Remove
        </Button>
      </div>
    )
  }
  return (
    <details className={css.root} open={isOpenAtFirst} {...within}>
      <summary ref={heir} className={css.question}>
        Have a coupon?
        <Icon name="chevronDown" size="s" className={css.chevron} />
      </summary>
      <form ref={form} className={css.form} noValidate onSubmit={submit} onInput={() => setError(undefined)}>
        <TextField
          ref={field}
          id={id}
          label="Coupon code"
          name="coupon"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestCoupon}
          error={error}
        />
        {/* Somebody who pressed Enter is in the field already, so that focusing it announces nothing. */}
        <p className={visuallyHidden} role="alert">
          {error}
        </p>
        <Button type="submit" tone="secondary" className={css.apply} isBusy={isAsking}>
          Apply
        </Button>
      </form>
    </details>
  )
}
