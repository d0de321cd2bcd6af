import type { PaymentMethod } from '#contract/checkout.ts'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import * as css from './steps.css.ts'
import { formatted, slashExpiry, spaceCardNumber } from './typing.ts'

type Props = { errorOf: (name: string) => string | undefined }

const secret = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true } as const

/** The fields that a payment method needs. */
export function PaymentFields({ method, errorOf }: Props & { method: PaymentMethod }) {
  switch (method) {
    case 'card':
      return <CardFields errorOf={errorOf} />
    case 'paypal':
      return <PaypalFields errorOf={errorOf} />
    case 'bank_transfer':
      return <BankFields errorOf={errorOf} />
  }
}

// Without a maximum in what is formatted as it is read: the browser would cut what is pasted with words before the digits.
export function CardFields({ errorOf }: Props) {
  return (
    <div className={css.fields}>
      <TextField
        label="Card number"
        name="card_number"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        required
        placeholder="1234 5678 9012 3456"
        {...formatted(spaceCardNumber)}
        error={errorOf('card_number')}
      />
      <TextField
        label="Name on card"
        name="name"
        autoComplete="cc-name"
        spellCheck={false}
        required
        error={errorOf('name')}
      />
      <div className={css.pair}>
        <TextField
          label="Expiry"
          name="expiry"
          inputMode="numeric"
          autoComplete="cc-exp"
          required
          placeholder="MM / YY"
          {...formatted(slashExpiry)}
          error={errorOf('expiry')}
        />
        <TextField
          label="Security code"
          name="cvv"
          inputMode="numeric"
          autoComplete="cc-csc"
          required
          maxLength={4}
          placeholder="123"
          error={errorOf('cvv')}
        />
      </div>
    </div>
  )
}

function PaypalFields({ errorOf }: Props) {
  return (
    <div className={css.fields}>
      <TextField
        {...secret}
        label="PayPal email"
        name="email"
        type="email"
        inputMode="email"
        error={errorOf('email')}
      />
      <PasswordField
        {...secret}
        label="PayPal password"
        name="password"
        // Browsers pay no heed to 'off' in a password: they would fill in the one that they keep for this shop.
        autoComplete="new-password"
        error={errorOf('password')}
      />
    </div>
  )
}

// Without a maximum: of a number that is pasted with more around it a part would be left, which may be another account's.
function BankFields({ errorOf }: Props) {
  return (
    <div className={css.fields}>
      <TextField {...secret} label="Account number" name="account_number" error={errorOf('account_number')} />
      <TextField
        {...secret}
        label="Routing number"
        name="routing_number"
        inputMode="numeric"
        hint="Your bank’s sort code, such as 12-34-56"
        error={errorOf('routing_number')}
      />
    </div>
  )
}
