import { cartTexts } from '#contract/cartTexts.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Cart, CartItem } from '#contract/cart.ts'
import { lineKey } from '#contract/cartLine.ts'
import { standardToast } from '#contract/constants.ts'
import { counted } from '#contract/counted.ts'
import { texts } from '#contract/texts.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import { notify } from '#src/ui/notify.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { cart as cartQuery } from './api.ts'
import { CartLine } from './CartLine.tsx'
import * as css from './CartPage.css.ts'
import { CartSummary } from './CartSummary.tsx'
import { type CartChanges, orSayWhy, removeLine } from './changes.ts'
import type { Coupon } from './coupon.ts'

type Props = {
  cart: Cart
  coupon: Coupon | null
  /** Whether the server has heard of everything that is shown. */
  isSettled: boolean
  changes: CartChanges
  /** What an empty cart may be filled with. */
  suggestions?: ReactNode
}

export function CartPage({ cart, coupon, isSettled, changes, suggestions }: Props) {
  const [isClearing, setClearing] = useState(false)
  // In a long cart the heading is far above the line that goes; an empty one has nothing else to show.
  const { heir, within } = useHeir({ preventScroll: cart.items.length > 0 })
  const isWaiting = useNetwork() === 'offline' && !isSettled
  const pieces = cart.items.reduce((sum, line) => sum + line.quantity, 0)

  const remove = (line: CartItem) => orSayWhy(removeLine(changes, line, cartTexts.removedHere))
  const setQuantity = (line: CartItem, quantity: number) => {
    const change = changes.setQuantity(line, quantity)
    orSayWhy(change)
    return change
  }
  const clear = async () => {
    setClearing(false)
    await changes.clear()
    notify.success(cartTexts.cleared, { id: 'cart', duration: standardToast })
  }

  if (cart.items.length === 0) {
    return (
      <div className={container} {...within}>
        <EmptyState
          drawing="bag"
          heading="h1"
          headingRef={heir}
          title={cartTexts.empty}
          action={
            <Link to="/" className={buttonStyle()}>
              Continue Shopping
            </Link>
          }
        >
          <p>What you add waits here for you, on every device you log in on.</p>
          <p className={css.waiting}>
            {isWaiting ? cartTexts.waiting : <Saved of={cartQuery.current()} isAlone />}
          </p>
        </EmptyState>
        {suggestions}
      </div>
    )
  }
  return (
    <div className={`${container} ${css.root}`}>
      <header className={css.heading}>
        <h1 ref={heir} tabIndex={-1}>
          Your cart
        </h1>
        <p className={css.count}>
          {counted(pieces, 'piece')}
          <Saved of={cartQuery.current()} />
        </p>
        <p className={css.waiting}>{isWaiting && cartTexts.waiting}</p>
      </header>
      <div className={css.columns}>
        <div {...within}>
          <ul ref={keepFromSecondPress} className={css.lines}>
            {cart.items.map((line) => (
              <CartLine
                key={lineKey(line)}
                line={line}
                onQuantity={(quantity) => setQuantity(line, quantity)}
                onRemove={() => remove(line)}
              />
            ))}
          </ul>
          <div className={css.under}>
            <Button tone="quiet" className={css.clear} onClick={() => setClearing(true)}>
              Clear cart
            </Button>
          </div>
          {isClearing && (
            <ConfirmDialog
              title="Clear cart"
              confirmLabel="Clear cart"
              cancelLabel="Keep cart"
              tone="critical"
              onConfirm={() => orSayWhy(clear())}
              onCancel={() => setClearing(false)}
            >
              <p>Are you sure you want to continue?</p>
            </ConfirmDialog>
          )}
        </div>
        <div className={css.aside}>
          <CartSummary lines={cart.items} coupon={coupon} isSettled={isSettled} />
        </div>
      </div>
    </div>
  )
}

/** The cart's outline while it loads. */
export function CartPageSkeleton() {
  return (
    <div className={`${container} ${css.root}`} aria-busy="true">
      <p className={visuallyHidden} role="status">
        {texts.loading}
      </p>
      <div className={css.heading}>
        <Skeleton shape="title" className={css.pendingTitle} />
        <span className={css.count}>&nbsp;</span>
        <span className={css.waiting} />
      </div>
      <div className={css.columns}>
        <div className={css.lines}>
          {[1, 2].map((line) => (
            <div key={line} className={css.pendingLine}>
              <Skeleton shape="block" />
            </div>
          ))}
        </div>
        <Skeleton className={css.pendingSummary} />
      </div>
    </div>
  )
}
