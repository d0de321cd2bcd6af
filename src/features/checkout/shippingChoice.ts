import * as v from 'valibot'
import { type Address, NewAddress } from '#contract/address.ts'
import { addressLines } from '#contract/addressLines.ts'
import { ShippingMethod } from '#contract/checkout.ts'
import { type FieldErrors, fieldErrors } from '#contract/problem.ts'
import type { CheckoutDraft } from './checkoutDraft.ts'

/** The value for an address still to be typed, in a choice of addresses. */
export const another = 'new'

export type Choice = Pick<CheckoutDraft, 'addressId' | 'billingId' | 'shippingMethod' | 'note'>

/** What is chosen in the form of step 2 at present. */
export function choiceIn(form: HTMLFormElement, addresses: readonly Address[]): Choice {
  const data = new FormData(form)
  const method = v.safeParse(ShippingMethod, data.get('shipping_method'))
  // If there is nothing to choose from, one is typed.
  const addressId = text(data.get('shipping_address_id')) ?? (addresses.length === 0 ? another : undefined)
  const other = addresses.find(({ id }) => id !== addressId)?.id ?? another
  return {
    addressId,
    // Just ticked: the choice of addresses has not rendered yet, so a first choice is made here.
    billingId: data.has('bills_elsewhere') ? (text(data.get('billing_address_id')) ?? other) : undefined,
    shippingMethod: method.success ? method.output : 'standard',
    note: text(data.get('note')),
  }
}

/** The country of an address that is typed in it, even if half of it; null where none is typed. */
export const countryIn = (form: HTMLFormElement): string | null =>
  text(new FormData(form).get('country')) ?? null

const text = (value: FormDataEntryValue | null): string | undefined =>
  typeof value === 'string' ? value : undefined

/** A typed address from the fields whose names begin with `prefix`, or what is wrong with them under those names. */
export function typedAddress(
  form: HTMLFormElement,
  prefix: string,
): { address: NewAddress; faults: null } | { address: null; faults: FieldErrors } {
  const fields = [...new FormData(form)]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value] as const)
  const parsed = v.safeParse(NewAddress, Object.fromEntries(fields))
  return parsed.success
    ? { address: parsed.output, faults: null }
    : { address: null, faults: prefixed(fieldErrors(parsed.issues), prefix) }
}

export const prefixed = (errors: FieldErrors, prefix: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, texts]) => [`${prefix}${name}`, texts]))

/** An address in one line, which breaks anywhere but within its postcode. */
export const addressLine = (address: Omit<Address, 'id' | 'is_default'>): string =>
  addressLines({ ...address, postal_code: address.postal_code.replaceAll(' ', '\u00a0') }).join(', ')
