import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Address } from '#contract/address.ts'
import type { Contact } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { deliveryDates } from '#contract/deliveryDates.ts'
import { formatMoney } from '#contract/money.ts'
import { laterWith, orderTexts } from '#contract/orderTexts.ts'
import { deliversTo, deliveryPrice, dispatchOf, shippingCost, shippingMethodOf } from '#contract/shipping.ts'
import { useLasting } from '#src/lib/useLasting.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import type { CheckoutDraft } from './checkoutDraft.ts'
import { HomeOnly } from './HomeOnly.tsx'
import { addressLine } from './shippingChoice.ts'
import * as css from './steps.css.ts'
import { useNow } from '#src/lib/useNow.ts'

/** In milliseconds: most changes to a cart take less. */
const worthAWord = 1_000

const placing = 'Placing your order…'

type Props = {
  contact: Contact
  address: Address
  draft: CheckoutDraft
  /** Absent: as the delivery address. */
  billing: Address | undefined
  /** The name of the means of payment. */
  paidWith: string
  /** In pence. */
  total: number
  /** Why it cannot be ordered as it stands. */
  trouble: string | null
  isReady: boolean
  isPending: boolean
  /** Whether this order, or another that was sent before, is being placed. */
  isUnderWay: boolean
  /** What became of another that was sent before, as far as is known. */
  sentAlready: string | null
  /** The order's lines and totals. */
  children: ReactNode
  failure: ReactNode
  onEdit: (step: number) => void
  onBack: () => void
  onPlace: () => void
}

/** Step 4: everything once more, and the button that places the order. */
export function ReviewStep(props: Props) {
  const { contact, address, billing, draft, paidWith, total, isReady, isPending, onEdit } = props
  const isOffline = useNetwork() === 'offline'
  const trouble = props.trouble ?? (isOffline && !props.failure ? checkoutTexts.needsNetwork : null)
  // While the order is being placed, the button says so.
  const isChanging = useLasting(trouble === null && !isOffline && !isReady && !isPending, worthAWord)
  const quietly =
    trouble === null ? (props.sentAlready ?? (isChanging ? checkoutTexts.cartChanging : null)) : null
  const reason = useId()
  const { heir, within } = useHeir()
  const now = useNow()
  const note = draft.note?.trim()
  const { shippingMethod } = draft
  return (
    <div className={css.form} {...within}>
      <div>
        <Part title="Contact" onEdit={() => onEdit(1)}>
          {`${contact.first_name} ${contact.last_name}\n${contact.email}\n${contact.phone}`}
        </Part>
        <Part title="Delivery address" onEdit={() => onEdit(2)}>
          {`${address.full_name}\n${addressLine(address)}\n${address.phone}`}
        </Part>
        <Part title="Delivery" onEdit={() => onEdit(2)}>
          {`${shippingMethodOf(shippingMethod).label}, ${deliveryPrice(shippingCost(shippingMethod)).toLowerCase()}\n`}
          {deliversTo(address) ? (
            `Arrives ${deliveryDates(shippingMethod, dispatchOf(now))}${laterWith(note)}`
          ) : (
            <HomeOnly />
          )}
        </Part>
        {note && (
          <Part title={orderTexts.note} onEdit={() => onEdit(2)}>
            {note}
          </Part>
        )}
        <Part title="Payment" onEdit={() => onEdit(3)}>
          {paidWith}
        </Part>
        <Part title="Billing address" onEdit={() => onEdit(2)}>
          {billing ? `${billing.full_name}\n${addressLine(billing)}` : 'Same as the delivery address'}
        </Part>
      </div>
      <div className={css.repeated}>{props.children}</div>
      <div role="status" className={css.news}>
        {trouble !== null && (
          <p id={reason} className={css.trouble}>
            {trouble}
            {props.trouble !== null && (
              <>
                {' '}
                <Link to="/cart">Back to your cart</Link>
              </>
            )}
          </p>
        )}
      </div>
      {/* Beside the button that was pressed: at the top it would be off a phone's screen. */}
      {props.failure}
      <div className={css.place}>
        <Button
          ref={heir}
          size="l"
          width="full"
          isBusy={isPending}
          busyLabel={placing}
          aria-disabled={props.trouble !== null || isOffline || !isReady || props.isUnderWay}
          aria-describedby={trouble !== null || quietly !== null ? reason : undefined}
          // The Enter that brought the focus here may still be held: it was not meant for this.
          onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
          onClick={props.onPlace}
        >
          {`Place order · ${formatMoney(total)}`}
        </Button>
        {/* A button's name that changes while it has the focus is not read by every screen reader. */}
        <p role="status" className={visuallyHidden}>
          {isPending && placing}
        </p>
        {/* Below the button, which must not move under a finger. */}
        {quietly !== null && (
          <p id={reason} className={css.quiet}>
            {quietly}
          </p>
        )}
        <p className={css.quiet}>
          By placing the order you agree to our <Link to="/terms-and-conditions">terms and conditions</Link>.
        </p>
      </div>
      <div className={css.actions}>
        <Button tone="quiet" className={css.back} onClick={props.onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

function Part({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h3 className={css.sectionTitle}>{title}</h3>
      <Button
        tone="quiet"
        size="s"
        className={css.edit}
        onClick={onEdit}
        aria-label={`Edit ${title.toLowerCase()}`}
      >
        Edit
      </Button>
      <p className={css.sectionBody}>{children}</p>
    </section>
  )
}
