import type { Contact } from '#contract/checkout.ts'
import type { Address } from '#contract/address.ts'
import { homeCountry } from '#contract/shipping.ts'
import { useDraft } from '#src/offline/useDraft.ts'
import { columns } from '#src/ui/Field.css.ts'
import { TextField } from '#src/ui/Field.tsx'
import * as css from './steps.css.ts'

type Props = {
  /** The initial values. */
  known?: Partial<Omit<Address, 'id' | 'is_default'>> | undefined
  /** If two addresses are asked for at once, the second's field names begin with this. */
  prefix?: string | undefined
  purpose?: 'shipping' | 'billing' | undefined
  /** The name under which `useDraft` keeps what is typed, if no form around it does that. */
  draftName?: string | undefined
  errorOf: (name: string) => string | undefined
}

/** The fields of an address. */
export function AddressFields({ known = {}, prefix = '', purpose = 'shipping', draftName, errorOf }: Props) {
  const field = (name: keyof NonNullable<typeof known>, autoComplete: string) => ({
    name: `${prefix}${name}`,
    autoComplete: `${purpose} ${autoComplete}`,
    defaultValue: known[name],
    error: errorOf(`${prefix}${name}`),
  })
  const fields = useDraft<HTMLDivElement>(draftName ?? null)
  return (
    <div ref={fields} className={css.fields}>
      <TextField label="Full name" required {...field('full_name', 'name')} />
      <TextField label="Address line 1" required {...field('address_line_1', 'address-line1')} />
      <TextField label="Address line 2" isOptional {...field('address_line_2', 'address-line2')} />
      <div className={columns.two}>
        <TextField label="Town or city" required {...field('city', 'address-level2')} />
        <TextField label="County or state" required {...field('state', 'address-level1')} />
        <TextField
          label="Postcode"
          autoCapitalize="characters"
          required
          {...field('postal_code', 'postal-code')}
        />
        <TextField
          label="Country"
          required
          {...field('country', 'country-name')}
          defaultValue={known.country ?? homeCountry}
        />
      </div>
      <TextField label="Phone" type="tel" inputMode="tel" required {...field('phone', 'tel')} />
    </div>
  )
}

/** The initial address for somebody who has already said who they are. */
export const addressOf = (contact: Contact | undefined) =>
  contact && { full_name: `${contact.first_name} ${contact.last_name}`.trim(), phone: contact.phone }

/** The name of the draft in which an address typed at the checkout is kept. */
export const addressDraftName = (prefix: string): string => `${prefix}new-address`
