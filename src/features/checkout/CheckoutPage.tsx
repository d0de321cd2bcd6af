import { cartTotals } from '#contract/cartLine.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Address } from '#contract/address.ts'
import type { CartItem } from '#contract/cart.ts'
import { checkoutSteps } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { shippingCost } from '#contract/shipping.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { couponTexts } from '#contract/coupons.ts'
import { mine } from '#src/lib/mine.ts'
import { useHold } from '#src/offline/holds.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { container } from '#src/ui/layout.css.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './CheckoutPage.css.ts'
import { CheckoutSteps } from './CheckoutSteps.tsx'
import { EmptyCheckout } from './EmptyCheckout.tsx'
import { InformationStep, type KnownProfile } from './InformationStep.tsx'
import { newOrder } from './newOrder.ts'
import type { Confirmed } from './OrderConfirmed.tsx'
import { OrderFailure } from './OrderFailure.tsx'
import { isOfEmptyCart } from './orderFailure.ts'
import { OrderLines } from './OrderLines.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { type Payment, lastStep, openStep, paymentName } from './progress.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { ShippingStep } from './ShippingStep.tsx'
import { another } from './shippingChoice.ts'
import { StepTitle } from './StepTitle.tsx'
import { TotalsList } from './TotalsList.tsx'
import { UnreadAddresses } from './UnreadAddresses.tsx'
import { useCheckoutDraft } from './useCheckoutDraft.ts'
import { usePlaceOrder } from './usePlaceOrder.ts'
import { useSteps } from './useSteps.ts'

type Props = {
  customer: string
  profile: KnownProfile
  addressBook: Pick<UseQueryResult<Address[]>, 'data' | 'error' | 'refetch'>
  cards: readonly SavedCard[]
  /** Asks for them again; null unless they could not be read. */
  onReadCards: (() => void) | null
  /** The cart's lines, and whether the server has received every change shown. */
  lines: readonly CartItem[]
  isSettled: boolean
  /** Why these lines cannot be ordered as they stand. */
  trouble: string | null
  coupon: { code: string; percent: number } | null
  onDropCoupon: () => void
  /** Resolves once the coupon is as the server has it now. */
  onCheckCoupon: () => Promise<void>
  /** From the address. */
  wantedStep: number
  onStep: (step: number) => void
  onPlaced: (confirmed: Confirmed) => void
}

/** The four steps to an order. What is typed in the first two survives a reload; card data does not. */
export function CheckoutPage(props: Props) {
  const { customer, profile, addressBook, cards, isSettled, trouble, coupon } = props
  const { data: addresses = none } = addressBook
  const queryClient = useQueryClient()
  const { draft, newest, change } = useCheckoutDraft(customer)
  const [chosenPayment, setPayment] = useState<Payment | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const order = usePlaceOrder(customer, {
    onPlaced: ({ data, confirmation_to, card_saved }, { contact, note = null, ...paid }) => {
      const email = contact?.email ?? profile.email
      const confirmationTo = confirmation_to && { contact: email, account: profile.email }[confirmation_to]
      const lostNote = data.note === undefined ? note : null
      const isCardSaved = paid.payment_method === 'card' && paid.save_card ? card_saved : true
      props.onPlaced({ order: data, confirmationTo, email, lostNote, isCardSaved })
    },
    onChanged: props.onCheckCoupon,
  })
  const paidWith = chosenPayment && paymentName(chosenPayment, cards)
  const payment = paidWith === null ? null : chosenPayment
  const open = openStep(draft, addresses, payment)
  const { current, go, edit, goOn, goTo, back, resume, forgetJump } = useSteps({
    wanted: props.wantedStep,
    open,
    onGo: (step) => {
      order.forget()
      props.onStep(step)
    },
  })

  // Card data and the order's key are in this page's memory only.
  useHold(chosenPayment !== null || order.unanswered !== null)

  // An order whose answer was lost may have emptied the cart: it is still the one to retry.
  const isFoundEmpty = isOfEmptyCart(order.error)
  const ordered = props.lines.length === 0 || isFoundEmpty || order.isAskedAgain ? order.unanswered : null
  // Whatever was changed since, that is the order that is asked for again.
  const shown = ordered?.shown ?? {
    lines: props.lines,
    couponCode: coupon?.code ?? null,
    totals: cartTotals(props.lines, coupon?.percent ?? 0, shippingCost(draft.shippingMethod)),
    draft,
    address: addresses.find(({ id }) => id === draft.addressId),
    billing: addresses.find(({ id }) => id === draft.billingId),
    paidWith,
  }
  const { lines, couponCode, totals } = shown
  if (lines.length === 0) return <EmptyCheckout />

  // Above a form one of these takes the other's place, and is as long: nothing below it moves.
  const wasSent = ordered && checkoutTexts.probablyPlaced
  const sentAlready = order.isUnderWay ? checkoutTexts.beingPlaced : wasSent
  const askedAgain = wasSent && `${wasSent} ${checkoutTexts.placedAgain}`
  const atButton = order.isUnderWay ? checkoutTexts.beingPlaced : askedAgain

  const addressSaved = (into: 'addressId' | 'billingId', saved: Address) => {
    if (root.current === null) return
    queryClient.setQueryData(mine.addresses().queryKey, (known) => known && withAdded(known, saved))
    // Unless the shopper has chosen another meanwhile.
    if (newest.current[into] === another) change({ [into]: saved.id })
  }
  const place = () => {
    const wanted = ordered?.order ?? newOrder(payment, shown)
    if (wanted !== null) order.place(wanted, shown, ordered !== null)
  }

  const refused = order.error && (
    <OrderFailure
      error={order.error}
      onChangePayment={
        current === 3
          ? undefined
          : () => {
              setPayment(null)
              go(3)
            }
      }
      onChangeDelivery={current === 2 ? undefined : () => edit(2)}
      onDropCoupon={() => {
        props.onDropCoupon()
        order.forget()
        notify.success(couponTexts.removed)
      }}
    />
  )
  // What was sent now was not placed, because what was sent before probably was.
  const failure =
    ordered && isFoundEmpty ? (
      <Notice role="alert">{`${checkoutTexts.earlierPlaced} ${checkoutTexts.placedAgain}`}</Notice>
    ) : (
      refused
    )
  const totalsList = <TotalsList totals={totals} couponCode={couponCode} isSettled={isSettled} />
  return (
    <div ref={root} className={`${container} ${css.root}`}>
      {/* The second press on Continue would choose something in the next step. */}
      <div ref={keepFromSecondPress} className={css.columns}>
        <OrderSummary lines={lines} totals={totals} couponCode={couponCode} isSettled={isSettled} />
        <div className={css.main}>
          <h1 className={css.title}>Checkout</h1>
          <CheckoutSteps current={current} open={open} onGo={goTo} />
          {/* Always there, so that what comes into it is announced. */}
          <div role="status">
            {trouble !== null && current < lastStep && (
              <Notice tone="warning" className={css.notice}>
                <p>{trouble}</p>
                <Link to="/cart" className={standaloneLink}>
                  Back to your cart
                </Link>
              </Notice>
            )}
          </div>
          <StepTitle>{checkoutSteps[current - 1] ?? ''}</StepTitle>
          <div className={css.step} key={current} onSubmitCapture={forgetJump}>
            {/* The refusal may concern something that no longer exists, so that the last step is no longer open. */}
            {current < lastStep && failure}
            {current < lastStep && sentAlready !== null && <Notice>{sentAlready}</Notice>}
            {current === 1 && (
              <InformationStep
                draft={draft}
                profile={profile}
                onType={(contact) => change({ contact })}
                onDone={(contact) => {
                  const next = change({ contact, confirmed: Math.max(1, draft.confirmed) })
                  goOn(openStep(next, addresses, payment))
                }}
              />
            )}
            {current === 2 && addressBook.data === undefined && (
              <UnreadAddresses
                error={addressBook.error}
                onRetry={() => void addressBook.refetch()}
                onBack={back}
              />
            )}
            {current === 2 && addressBook.data && (
              <ShippingStep
                draft={draft}
                addresses={addresses}
                onChoose={change}
                onBack={back}
                onAdded={addressSaved}
                onDone={() => {
                  const known = queryClient.getQueryData(mine.addresses().queryKey) ?? addresses
                  goOn(openStep(change({ confirmed: 2 }), known, payment))
                }}
              />
            )}
            {current === 3 && (
              <PaymentStep
                payment={payment}
                name={paidWith}
                cards={cards}
                isGone={chosenPayment !== payment}
                isAsked={props.wantedStep > 3}
                onReadCards={props.onReadCards}
                onSave={(saved) => {
                  setPayment(saved)
                  resume()
                }}
                onChange={() => setPayment(null)}
                onDone={() => goOn(open)}
                onBack={back}
              />
            )}
            {current === lastStep && shown.paidWith !== null && shown.address && shown.draft.contact && (
              <ReviewStep
                contact={shown.draft.contact}
                address={shown.address}
                draft={shown.draft}
                billing={shown.billing}
                paidWith={shown.paidWith}
                total={totals.total}
                trouble={trouble}
                isReady={isSettled}
                isPending={order.isPending}
                isUnderWay={order.isUnderWay}
                sentAlready={failure || order.isPending ? null : atButton}
                failure={failure}
                onEdit={edit}
                onBack={back}
                onPlace={place}
              >
                <OrderLines lines={lines} />
                {totalsList}
              </ReviewStep>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

const none: readonly Address[] = []

const withAdded = (known: Address[], added: Address): Address[] => [
  ...known.filter(({ id }) => id !== added.id),
  added,
]
