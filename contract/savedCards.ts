import * as v from 'valibot'
import { CardPayment } from './checkout.ts'
import { dataOf } from './fields.ts'

/** A card that a customer keeps for later orders: what names it, never its number, which only the gateway knows. */
export const SavedCard = v.object({
  id: v.string(),
  /** `Visa` */
  brand: v.string(),
  last_four: v.string(),
  /** `MM/YY` */
  expiry: v.string(),
  is_default: v.boolean(),
})
export type SavedCard = v.InferOutput<typeof SavedCard>
export const SavedCardAnswer = dataOf(SavedCard)
export const SavedCardsAnswer = dataOf(v.array(SavedCard))

/** A card to keep, typed as for an order; + `is_default` beside it makes it the one that is offered first. */
export const NewSavedCard = v.intersect([
  CardPayment,
  v.object({ is_default: v.optional(v.boolean(), false) }),
])
export type NewSavedCard = v.InferOutput<typeof NewSavedCard>
