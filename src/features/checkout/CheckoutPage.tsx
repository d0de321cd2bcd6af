import { cartTotals } from '#contract/cartLine.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Address } from '#contract/address.ts'
import type { Profile } from '#contract/auth.ts'
import type { CartItem } from '#contract/cart.ts'
import { Contact, type NewOrder, checkoutSteps } from '#contract/checkout.ts'
import { toPounds } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { shippingCost } from '#contract/shipping.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { couponTexts } from '#contract/coupons.ts'
import { mine } from '#src/lib/mine.ts'
import { useHold } from '#src/offline/holds.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { container } from '#src/ui/layout.css.ts'
import * as css from './CheckoutPage.css.ts'
import { CheckoutSteps } from './CheckoutSteps.tsx'
import { type Draft, keepDraft, readDraft } from './draft.ts'
import { EmptyCheckout } from './EmptyCheckout.tsx'
import { InformationStep } from './InformationStep.tsx'
import { OrderFailure } from './OrderFailure.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { type Payment, lastStep, openStep, paymentName, stepFormId } from './progress.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { ShippingStep } from './ShippingStep.tsx'
import { another } from './shippingChoice.ts'
import { StepTitle } from './StepTitle.tsx'
import { TotalsList } from './TotalsList.tsx'
import { usePlaceOrder } from './usePlaceOrder.ts'

type Props = {
  customer: string
  profile: Profile
  addresses: readonly Address[]
  cards: readonly SavedCard[]
  /** The cart's lines, and whether the server has heard of all that is shown. */
  lines: readonly CartItem[]
  isSettled: boolean
  /** Why these lines cannot be ordered as they stand. */
  trouble: string | null
  coupon: { code: string; percent: number } | null
  onDropCoupon: () => void
  /** Done once the coupon is what the server says of it now. */
  onCheckCoupon: () => Promise<void>
  /** From the address. */
  wantedStep: number
  onStep: (step: number) => void
  onPlaced: (order: Order, email: string) => void
}

/** The four steps to an order. What is typed in the first two outlives a reload; card data does not. */
export function CheckoutPage(props: Props) {
  const { customer, profile, addresses, cards, isSettled, trouble, coupon, wantedStep, onStep } = props
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => readDraft(customer))
  // For what was begun some renderings ago: an address takes its time to be saved, and the shopper goes on meanwhile.
  const newest = useRef(draft)
  const root = useRef<HTMLDivElement>(null)
  const [chosenPayment, setPayment] = useState<Payment | null>(null)
  const jump = useRef<number | null>(null)
  const order = usePlaceOrder({
    onPlaced: (placed) => props.onPlaced(placed, draft.contact?.email ?? profile.email),
    onChanged: props.onCheckCoupon,
  })

  // Card data and the order's key are in this page's memory only.
  useHold(chosenPayment !== null || order.unanswered !== null)

  // An order whose answer got lost may have emptied the cart: it is still the one to be tried again.
  const lines = props.lines.length === 0 && order.unanswered ? order.unanswered : props.lines
  if (lines.length === 0) return <EmptyCheckout />

  const paidWith = chosenPayment && paymentName(chosenPayment, cards)
  const payment = paidWith === null ? null : chosenPayment
  const open = openStep(draft, addresses, payment)
  const current = Math.min(wantedStep, open)
  const totals = cartTotals(lines, coupon?.percent ?? 0, shippingCost(draft.shippingMethod))

  const change = (part: Partial<Draft>): Draft => {
    newest.current = { ...newest.current, ...part }
    setDraft(newest.current)
    keepDraft(newest.current)
    return newest.current
  }
  const go = (step: number) => {
    jump.current = null
    order.forget()
    onStep(step)
  }
  /** To the step that was asked for, or the first that is missing on the way there. */
  const goOn = (next: Draft, known: readonly Address[], paid: Payment | null) =>
    go(Math.min(jump.current ?? current + 1, openStep(next, known, paid)))
  const goTo = (step: number) => {
    if (step <= current) return go(step)
    // The step that is shown has its say first, as if Continue had been pressed.
    const form = document.getElementById(stepFormId)
    jump.current = step
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  /** What the bar had asked for is no longer wanted by who presses the form's own button: something had been missing. */
  const forgetJump = ({ nativeEvent }: FormEvent) => {
    if (nativeEvent instanceof SubmitEvent && nativeEvent.submitter !== null) jump.current = null
  }
  const back = () => go(current - 1)
  const addressSaved = (into: 'addressId' | 'billingId', saved: Address) => {
    if (root.current === null) return
    queryClient.setQueryData(mine.addresses().queryKey, (known) => known && withAdded(known, saved))
    // Unless another was chosen meanwhile.
    if (newest.current[into] === another) change({ [into]: saved.id })
  }

  const place = () => {
    const contact = v.safeParse(Contact, draft.contact)
    if (payment === null || !contact.success || draft.addressId === undefined) return
    const common = {
      shipping_address_id: draft.addressId,
      billing_address_id: draft.billingId ?? null,
      shipping_method: draft.shippingMethod,
      coupon_code: coupon?.code ?? null,
      contact: contact.output,
      expected_total: toPounds(totals.total),
      expected_items: lines.map(({ product_id, variant_id, quantity }) => ({
        product_id,
        variant_id,
        quantity,
      })),
    }
    const wanted: NewOrder = { ...common, ...payment }
    order.place(wanted, lines)
  }

  const address = addresses.find(({ id }) => id === draft.addressId)
  const failure = order.error && (
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
      onChangeDelivery={current === 2 ? undefined : () => go(2)}
      onDropCoupon={() => {
        props.onDropCoupon()
        order.forget()
        notify.success(couponTexts.removed)
      }}
    />
  )
  const totalsList = <TotalsList totals={totals} couponCode={coupon?.code ?? null} isBusy={!isSettled} />
  return (
    <div ref={root} className={`${container} ${css.root}`}>
      <div className={css.columns}>
        <OrderSummary lines={lines} totals={totals} couponCode={coupon?.code ?? null} isSettled={isSettled} />
        <div className={css.main}>
          <h1 className={css.title}>Checkout</h1>
          <CheckoutSteps current={current} open={open} onGo={goTo} />
          {trouble !== null && current < lastStep && (
            <Notice tone="warning" className={css.notice}>
              {trouble}
            </Notice>
          )}
          <StepTitle>{checkoutSteps[current - 1] ?? ''}</StepTitle>
          <div className={css.step} key={current} onSubmitCapture={forgetJump}>
            {/* What it was refused for may be gone, and so the last step is no longer the one that is open. */}
            {current < lastStep && failure}
            {current === 1 && (
              <InformationStep
                draft={draft}
                profile={profile}
                onType={(contact) => change({ contact })}
                onDone={(contact) =>
                  goOn(change({ contact, confirmed: Math.max(1, draft.confirmed) }), addresses, payment)
                }
              />
            )}
            {current === 2 && (
              <ShippingStep
                draft={draft}
                addresses={addresses}
                onChoose={change}
                onBack={back}
                onAdded={addressSaved}
                onDone={() =>
                  goOn(
                    change({ confirmed: 2 }),
                    queryClient.getQueryData(mine.addresses().queryKey) ?? addresses,
                    payment,
                  )
                }
              />
            )}
            {current === 3 && (
              <PaymentStep
                payment={payment}
                name={paidWith}
                cards={cards}
                isGone={chosenPayment !== payment}
                isAsked={wantedStep > 3}
                onSave={(saved) => {
                  setPayment(saved)
                  if (jump.current !== null || wantedStep > 3) go(jump.current ?? current)
                }}
                onChange={() => setPayment(null)}
                onDone={() => goOn(draft, addresses, payment)}
                onBack={back}
              />
            )}
            {current === lastStep && paidWith !== null && address && draft.contact && (
              <ReviewStep
                contact={draft.contact}
                address={address}
                draft={draft}
                billing={addresses.find(({ id }) => id === draft.billingId)}
                paidWith={paidWith}
                total={totals.total}
                trouble={trouble}
                isReady={isSettled}
                isPending={order.isPending}
                failure={failure}
                onEdit={go}
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

const withAdded = (known: Address[], added: Address): Address[] => [
  ...known.filter(({ id }) => id !== added.id),
  added,
]
