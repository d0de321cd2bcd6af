import { cartTotals } from '#contract/cartLine.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { CartItem } from '#contract/cart.ts'
import { returnsInShort, warrantyInShort } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { deliveryPrice, shippingCost } from '#contract/shipping.ts'
import { taxToday, totalRows } from '#contract/totalRows.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import { Totals } from '#src/ui/Totals.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import { CartCoupon } from './CartCoupon.tsx'
import * as css from './CartSummary.css.ts'
import type { Coupon } from './coupon.ts'
import { cartTrouble } from './lineTrouble.ts'

type Props = { lines: readonly CartItem[]; coupon: Coupon | null; isSettled: boolean }

/** The totals, and the way to the checkout. */
export function CartSummary({ lines, coupon, isSettled }: Props) {
  const reason = useId()
  // The way to the checkout is another element while it is closed: a network that comes and goes leaves the focus on it.
  const { heir, within } = useHeir({ preventScroll: true })
  const isOffline = useNetwork() === 'offline'
  const trouble = cartTrouble(lines) ?? (isOffline ? checkoutTexts.needsNetwork : null)
  const totals = cartTotals(lines, coupon?.percent ?? 0, shippingCost('standard'))
  return (
    <section className={css.root} aria-labelledby={`${reason}-title`}>
      <h2 className={css.title} id={`${reason}-title`}>
        Summary
      </h2>
      <CartCoupon />
      <Totals
        lines={totalRows({
          ...totals,
          shipping_cost: totals.shipping,
          coupon_code: coupon?.code ?? null,
          tax_label: taxToday,
        })}
        total={formatMoney(totals.total)}
        // Without a network nothing is in progress that would change it.
        isBusy={!isSettled && !isOffline}
      />
      <div className={css.way} {...within}>
        {trouble === null ? (
          <Link ref={heir} to="/cart/checkout" className={buttonStyle({ size: 'l', width: 'full' })}>
            Checkout
          </Link>
        ) : (
          <>
            <Button ref={heir} size="l" width="full" aria-disabled aria-describedby={reason}>
              Checkout
            </Button>
            <p id={reason} className={css.why}>
              {trouble}
            </p>
          </>
        )}
        <Link to="/" className={standaloneLink}>
          Continue Shopping
        </Link>
      </div>
      <ul className={css.promises}>
        <Promised icon="truck">{`${deliveryPrice(shippingCost('standard'))} standard delivery`}</Promised>
        <Promised icon="return">
          <Link to="/resources/returns-exchanges" className={css.promiseLink}>
            {returnsInShort}
          </Link>
        </Promised>
        <Promised icon="shield">{warrantyInShort}</Promised>
      </ul>
    </section>
  )
}

function Promised({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className={css.promise}>
      <Icon name={icon} size="s" className={css.promiseIcon} />
      <span>{children}</span>
    </li>
  )
}
