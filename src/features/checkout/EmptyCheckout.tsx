import { Link } from '@tanstack/react-router'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { texts } from '#contract/texts.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './CheckoutPage.css.ts'

/** Nothing to order: perhaps because it has been ordered already. */
export function EmptyCheckout() {
  return (
    <div className={container}>
      <EmptyState
        drawing="bag"
        heading="h1"
        title={checkoutTexts.emptyCart}
        action={
          <Link to="/" className={buttonStyle()}>
            Continue Shopping
          </Link>
        }
      >
        <p>
          If you have just placed an order, you will find it in <Link to="/orders">your orders</Link>.
        </p>
      </EmptyState>
    </div>
  )
}

/** The checkout's outline while it loads. */
export function CheckoutSkeleton() {
  return (
    <div className={`${container} ${css.root}`} aria-busy="true">
      <p className={visuallyHidden} role="status">
        {texts.loading}
      </p>
      <div className={css.columns}>
        <Skeleton className={css.pendingSummary} />
        <div className={css.main}>
          <h1 className={css.title}>Checkout</h1>
          <Skeleton className={css.pendingSteps} />
          <Skeleton className={css.pendingForm} />
        </div>
      </div>
    </div>
  )
}
