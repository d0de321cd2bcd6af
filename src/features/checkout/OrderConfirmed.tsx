import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import * as v from 'valibot'
import { parcelInShort } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { laterWith } from '#contract/orderTexts.ts'
import { shop } from '#contract/shop.ts'
import { ShippingMethod } from '#contract/checkout.ts'
import { deliveryDates } from '#contract/deliveryDates.ts'
import { deliversTo, dispatchOf } from '#contract/shipping.ts'
import { goodMoment } from '#src/offline/goodMoment.ts'
import { useHold } from '#src/offline/holds.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { container } from '#src/ui/layout.css.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { lostNoteTexts } from './lostNote.ts'
import { addressLine } from './shippingChoice.ts'
import * as css from './OrderConfirmed.css.ts'

export type Confirmed = {
  order: Order
  /** The address to which the email that confirms it goes; null: there is none. */
  confirmationTo: string | null
  /** The address of the order's contact, to which every later email goes. */
  email: string
  /** What was sent for the jeweller, but is not with the order: a server of an older version, in a release, knows no notes. */
  lostNote: string | null
  /** False: a card that was to be saved is not; undefined: nobody has said whether it is. */
  isCardSaved: boolean | undefined
}

/** The order is placed: its number, what happens next, and where to go from here. */
export function OrderConfirmed({ order, confirmationTo, email, lostNote }: Omit<Confirmed, 'isCardSaved'>) {
  // The order is in this page's memory only.
  useHold(true)
  const heading = useRef<HTMLHeadingElement>(null)
  const router = useRouter()
  useEffect(() => {
    // The route's own title is the checkout's, and each step back through it sets that again.
    const entitle = () => void (document.title = `Order placed | ${shop.name}`)
    entitle()
    return router.subscribe('onResolved', ({ toLocation }) => {
      if (toLocation.pathname.startsWith('/cart/checkout')) entitle()
    })
  }, [router])
  useEffect(() => {
    heading.current?.focus()
    scrollTo(0, 0)
    goodMoment.isNow('order')
  }, [])
  const { shipping_address: address } = order
  const method = v.safeParse(ShippingMethod, order.shipping_method)
  return (
    <div className={container}>
      <div className={css.root} data-placed="">
        <span className={css.mark}>
          <Icon name="check" size="l" />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          Thank you for your order
        </h1>
        <p className={css.lead}>
          Order <span className={css.number}>{order.order_number}</span> is placed, for{' '}
          <span className={css.number}>{formatMoney(order.total)}</span> in all.
        </p>
        {lostNote !== null && (
          <Notice tone="warning" title={lostNoteTexts.title} className={css.lostNote}>
            <p>
              It is not with your order as we have it. Please{' '}
              <Link to="/contact" search={{ subject: lostNoteTexts.subject(order) }}>
                {lostNoteTexts.send}
              </Link>
              , soon and in these words:
            </p>
            <p className={css.note}>{lostNote}</p>
          </Notice>
        )}
        <ol className={css.next} aria-label="What happens next">
          {confirmationTo === null ? (
            <Stage icon="user" title="It is in your account">
              We will write to {email} when it leaves us.
            </Stage>
          ) : (
            <Stage icon="mail" title="A confirmation is on its way">
              We are writing to {confirmationTo} now, and will write{' '}
              {confirmationTo.toLowerCase() === email.toLowerCase() ? 'again' : `to ${email}`} when your order
              leaves us.
            </Stage>
          )}
          <Stage icon="gift" title="We check, polish and pack each piece">
            Until it leaves us you can cancel the order in your account.
          </Stage>
          <Stage icon="truck" title={`It arrives ${parcelInShort}`}>
            {address && (
              <>
                To <bdi>{address.full_name}</bdi>, <bdi>{addressLine(address)}</bdi>.{' '}
              </>
            )}
            {method.success &&
              deliversTo(address) &&
              `Expected ${deliveryDates(method.output, dispatchOf(new Date(order.created_at)))}${laterWith(order.note)}.`}
          </Stage>
        </ol>
        <div className={css.actions}>
          <Link
            to="/orders/$orderNumber"
            params={{ orderNumber: order.order_number }}
            className={buttonStyle()}
          >
            View Your Order
          </Link>
          <Link to="/" className={buttonStyle({ tone: 'secondary' })}>
            Continue Shopping
          </Link>
        </div>
      </div>
    </div>
  )
}

function Stage({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li className={css.stage}>
      <Icon name={icon} className={css.icon} />
      <div>
        <p className={css.stageTitle}>{title}</p>
        <p className={css.stageText}>{children}</p>
      </div>
    </li>
  )
}
