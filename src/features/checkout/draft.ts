import * as v from 'valibot'
import { ShippingMethod } from '#contract/checkout.ts'
import { perTab } from '#src/lib/storage.ts'

const key = 'checkout-draft'

/** What was typed and chosen in the first two steps. Payment is never in it. */
const Draft = v.object({
  customer: v.string(),
  contact: v.optional(
    v.object({ first_name: v.string(), last_name: v.string(), email: v.string(), phone: v.string() }),
  ),
  addressId: v.optional(v.string()),
  shippingMethod: v.optional(ShippingMethod, 'standard'),
  /** How many of the first steps the shopper has finished with Continue. */
  confirmed: v.optional(v.number(), 0),
})
export type Draft = v.InferOutput<typeof Draft>

/** What this customer left in this tab before a reload; somebody else's is thrown away. */
export function readDraft(customer: string): Draft {
  try {
    const parsed = v.safeParse(Draft, JSON.parse(perTab.get(key) ?? 'null'))
    if (parsed.success && parsed.output.customer === customer) return parsed.output
  } catch {
    // Not ours, or half written: as good as none.
  }
  perTab.remove(key)
  return { customer, shippingMethod: 'standard', confirmed: 0 }
}

export const keepDraft = (draft: Draft) => perTab.set(key, JSON.stringify(draft))
export const dropDraft = () => perTab.remove(key)
