import type { Address } from '#contract/address.ts'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { AddressFields, addressOf, addressDraftName } from './AddressFields.tsx'
import { AnotherAddress, hasRoom } from './AnotherAddress.tsx'
import type { CheckoutDraft } from './checkoutDraft.ts'
import { addressLine, another } from './shippingChoice.ts'
import * as css from './steps.css.ts'

export const billingPrefix = 'billing_'

type Props = {
  draft: CheckoutDraft
  addresses: readonly Address[]
  /** How many the rest of the form is adding. */
  adding: number
  /** The address that this form has saved. */
  saved: string | undefined
  errorOf: (name: string) => string | undefined
}

/** Who the bill goes to, if not where the parcel goes. */
export function BillingChoice({ draft, addresses, adding, saved, errorOf }: Props) {
  const { billingId } = draft
  const isRoomy = hasRoom(addresses, adding)
  const isNew = billingId === another && isRoomy
  // One that has been deleted since it was chosen is replaced by another.
  const chosen = addresses.some(({ id }) => id === billingId) ? billingId : addresses[0]?.id
  return (
    <section className={css.part} aria-label="Billing address">
      <CheckboxField
        name="bills_elsewhere"
        label="Use a different billing address"
        defaultChecked={billingId !== undefined}
      />
      {billingId !== undefined && addresses.length > 0 && (
        // Remounted when a new address was saved, and when the delivery address takes the last place in the address
        // book: the choice that replaces it must be visible.
        <ChoiceGroup key={`${isRoomy} ${saved}`} legend="Bill to">
          {addresses.map((address) => (
            <RadioCard
              key={address.id}
              name="billing_address_id"
              value={address.id}
              title={address.full_name}
              defaultChecked={!isNew && address.id === chosen}
            >
              {addressLine(address)}
            </RadioCard>
          ))}
          <AnotherAddress name="billing_address_id" addresses={addresses} adding={adding} isChosen={isNew} />
        </ChoiceGroup>
      )}
      {isNew && (
        <AddressFields
          known={addressOf(draft.contact)}
          prefix={billingPrefix}
          purpose="billing"
          draftName={addressDraftName(billingPrefix)}
          errorOf={errorOf}
        />
      )}
    </section>
  )
}
