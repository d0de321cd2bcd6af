import type { Contact } from '#contract/checkout.ts'
import { columns } from '#src/ui/Field.css.ts'
import { TextField } from '#src/ui/Field.tsx'
import * as css from './steps.css.ts'

type Props = { contact: Contact | undefined; errorOf: (name: string) => string | undefined }

/** A new place to deliver to. */
export function AddressFields({ contact, errorOf }: Props) {
  return (
    <div className={css.fields}>
      <TextField
        label="Full name"
        name="full_name"
        autoComplete="shipping name"
        required
        defaultValue={contact && `${contact.first_name} ${contact.last_name}`.trim()}
        error={errorOf('full_name')}
      />
      <TextField
        label="Address line 1"
        name="address_line_1"
        autoComplete="shipping address-line1"
        required
        error={errorOf('address_line_1')}
      />
      <TextField
        label="Address line 2"
        name="address_line_2"
        autoComplete="shipping address-line2"
        isOptional
        error={errorOf('address_line_2')}
      />
      <div className={columns.two}>
        <TextField
          label="Town or city"
          name="city"
          autoComplete="shipping address-level2"
          required
          error={errorOf('city')}
        />
        <TextField
          label="County or state"
          name="state"
          autoComplete="shipping address-level1"
          required
          error={errorOf('state')}
        />
        <TextField
          label="Postcode"
          name="postal_code"
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          required
          error={errorOf('postal_code')}
        />
        <TextField
          label="Country"
          name="country"
          autoComplete="shipping country-name"
          required
          defaultValue="United Kingdom"
          error={errorOf('country')}
        />
      </div>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="shipping tel"
        required
        defaultValue={contact?.phone}
        error={errorOf('phone')}
      />
    </div>
  )
}
