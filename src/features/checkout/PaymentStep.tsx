import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import {
  BankPayment,
  CardPayment,
  PaymentMethod,
  PaypalPayment,
  checkoutTexts,
  paymentLabel,
  paymentMethods,
} from '#contract/checkout.ts'
import { fieldErrors } from '#contract/problem.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { type Payment, stepFormId } from './progress.ts'
import * as css from './steps.css.ts'

type Props = {
  payment: Payment | null
  /** Whether somebody wanted to go past this step already. */
  isAsked: boolean
  onSave: (payment: Payment) => void
  onChange: () => void
  onDone: () => void
  onBack: () => void
}

/** Step 3: how it is paid. The way on appears once the details are saved. */
export function PaymentStep({ payment, onDone, onChange, onBack, ...form }: Props) {
  if (payment === null) return <PaymentForm {...form} onBack={onBack} />
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDone()
  }
  return (
    <form id={stepFormId} className={css.form} onSubmit={finish}>
      <div className={css.saved}>
        <Icon name={icons[payment.payment_method]} className={css.savedIcon} />
        <div className={css.savedWords}>
          <p>{paymentLabel(payment)}</p>
          <p className={css.quiet}>Used for this order only</p>
        </div>
        <Button tone="quiet" size="s" onClick={onChange} aria-label="Change payment details">
          Change
        </Button>
      </div>
      <div className={css.actions}>
        <Button tone="quiet" className={css.back} onClick={onBack}>
          Back
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed has just given way to it */}
        <Button type="submit" autoFocus>
          Continue
        </Button>
      </div>
    </form>
  )
}

const icons = { card: 'card', paypal: 'wallet', bank_transfer: 'bank' } as const

function PaymentForm({ isAsked, onSave, onBack }: Pick<Props, 'isAsked' | 'onSave' | 'onBack'>) {
  const [method, setMethod] = useState<PaymentMethod>('card')
  const [isRefused, setRefused] = useState(false)
  const fields = useFieldErrors(checkoutTexts.fillCard, checkoutTexts.fillPaypal, checkoutTexts.fillBank)

  const choose = (event: FormEvent<HTMLFormElement>) => {
    fields.clearEdited(event)
    const chosen = v.safeParse(PaymentMethod, new FormData(event.currentTarget).get('payment_method'))
    if (chosen.success && chosen.output !== method) {
      setMethod(chosen.output)
      setRefused(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = parsePayment(method, Object.fromEntries(new FormData(event.currentTarget)))
    if (parsed.payment) return onSave(parsed.payment)
    setRefused(true)
    fields.show(event.currentTarget, fieldErrors(parsed.issues))
  }

  return (
    // Never to be filled from a draft, and never in the address.
    <form
      id={stepFormId}
      className={css.form}
      method="post"
      noValidate
      onSubmit={submit}
      onInput={choose}
      data-secret=""
    >
      {(isAsked || isRefused) && (
        <Notice tone="critical" role="alert" title={checkoutTexts.completePayment}>
          {fields.general}
        </Notice>
      )}
      <ChoiceGroup legend="Pay with">
        {paymentMethods.map(({ value, label }) => (
          <RadioCard
            key={value}
            name="payment_method"
            value={value}
            title={label}
            aside={<Icon name={icons[value]} />}
            defaultChecked={value === method}
          />
        ))}
      </ChoiceGroup>
      <PaymentFields method={method} errorOf={fields.of} />
      <p className={css.quiet}>Nothing is charged before you place the order. We never keep the number.</p>
      <div className={css.actions}>
        <Button tone="quiet" className={css.back} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" tone="secondary">
          Save payment details
        </Button>
      </div>
    </form>
  )
}

type Parsed = { payment: Payment } | { payment: null; issues: readonly v.BaseIssue<unknown>[] }

function parsePayment(method: PaymentMethod, typed: unknown): Parsed {
  switch (method) {
    case 'card': {
      const { success, output, issues } = v.safeParse(CardPayment, typed)
      return success
        ? { payment: { payment_method: method, payment_data: output } }
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
