import * as v from 'valibot'
import type { Address } from '#contract/address.ts'
import { Contact, type NewOrder, checkoutSteps } from '#contract/checkout.ts'
import type { Draft } from './draft.ts'

/** How it will be paid: card data lives in the page's memory and nowhere else. */
export type Payment = NewOrder extends infer Order
  ? Order extends { payment_method: unknown; payment_data: unknown }
    ? Pick<Order, 'payment_method' | 'payment_data'>
    : never
  : never

export const lastStep = checkoutSteps.length

/** The address that will be used: the chosen one if it still exists, else the customer's default. */
export const chosenAddress = (draft: Draft, addresses: readonly Address[]): Address | undefined =>
  addresses.find((address) => address.id === draft.addressId) ??
  addresses.find((address) => address.is_default)

/** The first of the four steps that still needs the shopper; the last one when only placing the order is left. */
export function openStep(draft: Draft, addresses: readonly Address[], payment: Payment | null): number {
  if (draft.confirmed < 1 || !v.is(Contact, draft.contact)) return 1
  if (draft.confirmed < 2 || !addresses.some((address) => address.id === draft.addressId)) return 2
  return payment === null ? 3 : lastStep
}

/** By it the bar of steps sends the form of the step that is shown. */
export const stepFormId = 'checkout-step'
