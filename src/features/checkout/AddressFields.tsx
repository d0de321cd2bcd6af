import type { Contact } from '#contract/checkout.ts'
import type { Address } from '#contract/address.ts'
import { useDraft } from '#src/offline/useDraft.ts'
import { columns } from '#src/ui/Field.css.ts'
import { TextField } from '#src/ui/Field.tsx'
import * as css from './steps.css.ts'

type Props = {
  /** What to begin with. */
  known?: Partial<Omit<Address, 'id' | 'is_default'>> | undefined
  /** Where two addresses are asked for at once, the second's names begin with this. */
  prefix?: string | undefined
  purpose?: 'shipping' | 'billing' | undefined
  /** Under which name what is typed is kept, where no form around it does that. */
  draft?: string | undefined
  errorOf: (name: string) => string | undefined
}

/** What makes an address. */
export function AddressFields({ known = {}, prefix = '', purpose = 'shipping', draft, errorOf }: Props) {
  const field = (name: keyof NonNullable<typeof known>, autoComplete: string) => ({
    name: `${prefix}${name}`,
    autoComplete: `${purpose} ${autoComplete}`,
    defaultValue: known[name],
    error: errorOf(`${prefix}${name}`),
  })
  const fields = useDraft<HTMLDivElement>(draft ?? null)
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
          defaultValue={known.country ?? 'United Kingdom'}
        />
      </div>
      <TextField label="Phone" type="tel" inputMode="tel" required {...field('phone', 'tel')} />
    </div>
  )
}

/** An address to begin with, for who said already who they are. */
export const addressOf = (contact: Contact | undefined) =>
  contact && { full_name: `${contact.first_name} ${contact.last_name}`.trim(), phone: contact.phone }

/** Under which name an address is kept that is typed on the way to an order. */
export const draftOf = (prefix: string): string => `${prefix}new-address`
