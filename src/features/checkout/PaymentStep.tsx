import { type FormEvent, useState } from 'react'
import type { SavedCard } from '#contract/savedCards.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { paymentIcons } from './paymentIcons.ts'
import { type Payment, stepFormId } from './progress.ts'
import * as css from './steps.css.ts'

type Props = {
  payment: Payment | null
  /** The payment's name. */
  name: string | null
  cards: readonly SavedCard[]
  /** Whether what was chosen no longer exists. */
  isGone: boolean
  /** Whether somebody has already tried to go past this step. */
  isAsked: boolean
  /** Asks for the saved cards again; null unless they could not be read. */
  onReadCards: (() => void) | null
  onSave: (payment: Payment) => void
  onChange: () => void
  onDone: () => void
  onBack: () => void
}

/** Step 3: how it is paid. The button to continue appears once the details are saved. */
export function PaymentStep({ payment, name, onDone, onChange, onBack, ...form }: Props) {
  const [isChanging, setChanging] = useState(false)
  if (payment === null) return <PaymentForm {...form} takesFocus={isChanging} onBack={onBack} />
  const change = () => {
    setChanging(true)
    onChange()
  }
  const finish = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onDone()
  }
  return (
    <form id={stepFormId} className={css.form} onSubmit={finish}>
      <div className={css.saved}>
        <Icon name={paymentIcons[payment.payment_method]} className={css.savedIcon} />
        <div className={css.savedWords}>
          <p>{name}</p>
          <p className={css.quiet}>{fateOf(payment)}</p>
        </div>
        <Button tone="quiet" size="s" onClick={change} aria-label="Change payment details">
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

function fateOf(payment: Payment): string {
  if ('saved_card_id' in payment.payment_data) return 'One of your saved cards'
  return payment.payment_method === 'card' && payment.save_card
    ? 'Saved for next time once the order is placed'
    : 'Used for this order only'
}
