import { Link } from '@tanstack/react-router'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { reasonOf } from './orderFailure.ts'
import * as css from './steps.css.ts'

type Props = {
  error: Error
  /** Absent if that is what is on screen. */
  onChangePayment: (() => void) | undefined
  onChangeDelivery: (() => void) | undefined
  onDropCoupon: () => void
}

/** Why the order was not placed, and what can be done about it. */
export function OrderFailure({ error, ...ways }: Props) {
  return (
    <Notice tone="critical" role="alert">
      <p>
        {isRefused(error) && <strong>{checkoutTexts.failed}: </strong>}
        {reasonOf(error)}
      </p>
      {error instanceof AppError && <WayOn error={error} {...ways} />}
    </Notice>
  )
}

type WayOnProps = Props & { error: AppError }

function WayOn({ error, onChangePayment, onChangeDelivery, onDropCoupon }: WayOnProps) {
  const { code, fields } = error
  const isOf = (part: string) => Object.keys(fields).some((name) => name.startsWith(part))
  if (code === 'out_of_stock' || code === 'conflict') {
    return (
      <Link to="/cart" className={standaloneLink}>
        Back to your cart
      </Link>
    )
  }
  const [label, act] =
    code === 'payment_declined' || isOf('payment_data')
      ? ['Change payment details', onChangePayment]
      : isOf('coupon_code')
        ? ['Go on without the coupon', onDropCoupon]
        : isOf('shipping_address_id') || isOf('billing_address_id')
          ? ['Choose another address', onChangeDelivery]
          : [null, undefined]
  return act === undefined ? null : (
    <Button tone="quiet" className={css.back} onClick={act}>
      {label}
    </Button>
  )
}
