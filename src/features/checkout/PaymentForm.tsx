import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { BankPayment, CardPayment, PaymentMethod, PaypalPayment, paymentMethods } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { fieldErrors } from '#contract/problem.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { cardName, isExpired } from '#contract/card.ts'
import { mostSavedCards } from '#contract/constants.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { serverNow } from '#contract/serverTime.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { paymentIcons } from './paymentIcons.ts'
import { type Payment, stepFormId, stepTitleId } from './progress.ts'
import * as css from './steps.css.ts'

type Props = {
  cards: readonly SavedCard[]
  isGone: boolean
  isAsked: boolean
  /** Whether it has just replaced the button that was pressed. */
  takesFocus: boolean
  /** Asks for the saved cards again; null unless they could not be read. */
  onReadCards: (() => void) | null
  onSave: (payment: Payment) => void
  onBack: () => void
}

/** A saved card, or a method whose details are typed in. */
type Means = { card: SavedCard; method: null } | { card: null; method: PaymentMethod }

/** Chooses how to pay: a saved card directly, anything else with its details. */
export function PaymentForm(props: Props) {
  const { cards, isGone, isAsked, takesFocus, onReadCards, onSave, onBack } = props
  const [now] = useState(serverNow)
  const good = cards.filter((card) => !isExpired(card, now))
  const [means, setMeans] = useState<Means>(() => {
    const card = good.find((one) => one.is_default) ?? good[0]
    return card ? { card, method: null } : { card: null, method: 'card' }
  })
  const [isRefused, setRefused] = useState(false)
  const fields = useFieldErrors(checkoutTexts.fillCard, checkoutTexts.fillPaypal, checkoutTexts.fillBank)

  const choose = (event: FormEvent<HTMLFormElement>) => {
    fields.clearEdited(event)
    const value = new FormData(event.currentTarget).get('payment_method')
    const card = good.find(({ id }) => id === value)
    const method = v.safeParse(PaymentMethod, value)
    const chosen: Means | null = card
      ? { card, method: null }
      : method.success
        ? { card: null, method: method.output }
        : null
    if (chosen === null || (chosen.card === means.card && chosen.method === means.method)) return
    setMeans(chosen)
    setRefused(false)
    fields.clear()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (means.card) return onSave(byCard(means.card))
    const data = new FormData(event.currentTarget)
    const parsed = parsePayment(means.method, Object.fromEntries(data), data.has('save_card'))
    if (parsed.payment) return onSave(parsed.payment)
    setRefused(true)
    fields.show(event.currentTarget, fieldErrors(parsed.issues))
  }

  return (
    // Never filled from a draft, and never put into the address.
    <form
      id={stepFormId}
      className={css.form}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={choose}
      data-secret=""
    >
      {(isGone || isAsked || isRefused) && (
        <Notice tone="critical" role="alert" title={checkoutTexts.completePayment}>
          {fields.general ?? (isGone && 'The card that you had chosen is not there any more.')}
        </Notice>
      )}
      {onReadCards && <UnreadCards onRetry={onReadCards} />}
      <ChoiceGroup legend="Pay with">
        {cards.map((card) => (
          <RadioCard
            key={card.id}
            name="payment_method"
            value={card.id}
            title={cardName(card)}
            aside={<Icon name="card" />}
            disabled={isExpired(card, now)}
            defaultChecked={card === means.card}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see `takesFocus`
            autoFocus={takesFocus && card === means.card}
          >
            {isExpired(card, now) ? `Expired ${card.expiry}` : `Expires ${card.expiry}`}
          </RadioCard>
        ))}
        {paymentMethods.map(({ value, label }) => (
          <RadioCard
            key={value}
            name="payment_method"
            value={value}
            title={value === 'card' && cards.length > 0 ? 'Another card' : label}
            aside={<Icon name={paymentIcons[value]} />}
            defaultChecked={value === means.method}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see `takesFocus`
            autoFocus={takesFocus && value === means.method}
          />
        ))}
      </ChoiceGroup>
      {means.method && <PaymentFields method={means.method} errorOf={fields.of} />}
      {means.method === 'card' && cards.length >= mostSavedCards && (
        <p className={css.quiet}>{savedCardTexts.full}</p>
      )}
      {means.method === 'card' && cards.length < mostSavedCards && (
        <CheckboxField
          name="save_card"
          label="Save this card for next time"
          hint="We keep its brand, its last four digits and its expiry."
        />
      )}
      <p className={css.quiet}>
        Nothing is charged before you place the order. We never keep card numbers, account numbers or
        passwords.
      </p>
      <div className={css.actions}>
        <Button tone="quiet" className={css.back} onClick={onBack}>
          Back
        </Button>
        <Button type="submit">{means.card ? 'Use this card' : 'Save payment details'}</Button>
      </div>
    </form>
  )
}

/** Whoever has saved one must not take it for gone; whoever has none can go on as ever. */
function UnreadCards({ onRetry }: { onRetry: () => void }) {
  const retry = () => {
    // As for addresses: the button disappears while the server is asked.
    document.getElementById(stepTitleId)?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <Notice
      role="status"
      action={
        <Button tone="quiet" size="s" onClick={retry}>
          Retry
        </Button>
      }
    >
      <p>{savedCardTexts.unread}</p>
    </Notice>
  )
}

const byCard = ({ id }: SavedCard): Payment => ({
  payment_method: 'card',
  payment_data: { saved_card_id: id },
  save_card: false,
})

type Parsed = { payment: Payment } | { payment: null; issues: readonly v.BaseIssue<unknown>[] }

function parsePayment(method: PaymentMethod, typed: unknown, save_card: boolean): Parsed {
  switch (method) {
    case 'card': {
      const { success, output, issues } = v.safeParse(CardPayment, typed)
      return success
        ? { payment: { payment_method: method, payment_data: output, save_card } }
        : { payment: null, issues }
    }
    case 'paypal': {
      const { success, output, issues } = v.safeParse(PaypalPayment, typed)
      return success
        ? { payment: { payment_method: method, payment_data: output } }
        : { payment: null, issues }
    }
    case 'bank_transfer': {
      const { success, output, issues } = v.safeParse(BankPayment, typed)
      return success
        ? { payment: { payment_method: method, payment_data: output } }
        : { payment: null, issues }
    }
  }
}
