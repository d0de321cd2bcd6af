import * as v from 'valibot'
import { ShippingMethod } from '#contract/checkout.ts'
import { draftsKeptFor } from '#src/lib/leftDrafts.ts'
import { local } from '#src/lib/storage.ts'
import { isWithin } from '#src/offline/clock.ts'

const key = 'checkout-draft'

/**
 * What was typed and chosen in the first two steps. Payment is never in it, nor is a new address: that belongs to its
 * own fields alone, which `useDraft` keeps. A field that is new here needs a default: a build before may have kept this.
 */
const CheckoutDraft = v.object({
  customer: v.string(),
  /** When it was kept. */
  at: v.number(),
  contact: v.optional(
    v.object({ first_name: v.string(), last_name: v.string(), email: v.string(), phone: v.string() }),
  ),
  addressId: v.optional(v.string()),
  /** Absent: the bill goes where the parcel goes. */
  billingId: v.optional(v.string()),
  shippingMethod: v.optional(ShippingMethod, 'standard'),
  /** What to write on a card or engrave, as it is being typed. */
  note: v.optional(v.string()),
  /** How many of the first steps the shopper has finished with Continue. */
  confirmed: v.optional(v.number(), 0),
})
export type CheckoutDraft = v.InferOutput<typeof CheckoutDraft>

function stored(): CheckoutDraft | null {
  try {
    return v.parse(CheckoutDraft, JSON.parse(local.get(key) ?? 'null'))
  } catch {
    // Not ours, or half written: treated as none.
    return null
  }
}

/** What this customer left here within a day; anything older or somebody else's is deleted. */
export function readCheckoutDraft(customer: string): CheckoutDraft {
  const draft = stored()
  if (draft !== null) {
    // Dated by a clock that ran ahead: its day begins now.
    if (draft.at > Date.now()) keepCheckoutDraft(draft)
    if (draft.customer === customer && isWithin(Math.min(draft.at, Date.now()), draftsKeptFor)) return draft
  }
  local.remove(key)
  return { customer, at: 0, shippingMethod: 'standard', confirmed: 0 }
}

export const keepCheckoutDraft = (draft: CheckoutDraft) =>
  local.set(key, JSON.stringify({ ...draft, at: Date.now() }))

/**
 * A page that shows this customer's draft is left: it lasted for as long as that was open, and only now does its day
 * begin. It stays as it is: another tab may have changed it since.
 */
export function leaveCheckoutDraft(customer: string) {
  const draft = stored()
  // What a sign-out has removed stays removed, and whoever signed in since keeps theirs.
  if (draft?.customer === customer) keepCheckoutDraft(draft)
}

export const dropCheckoutDraft = () => local.remove(key)
