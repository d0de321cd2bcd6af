import * as v from 'valibot'
import { isExpiryAhead } from './card.ts'
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

/** A card to keep, typed as for an order; `is_default` beside it makes it the one that is offered first. */
export const NewSavedCard = v.intersect([
  CardPayment,
  v.object({ is_default: v.optional(v.boolean(), false) }),
])
export type NewSavedCard = v.InferOutput<typeof NewSavedCard>

/** The most cards that one account may keep. */
export const mostSavedCards = 10

export const savedCardTexts = {
  added: 'Payment method added successfully',
  removed: 'Payment method removed successfully',
  defaultUpdated: 'Default payment method updated successfully',
  loadFailed: 'Failed to load payment methods',
  addFailed: 'Failed to add payment method',
  removeFailed: 'Failed to remove payment method',
  setDefaultFailed: 'Failed to set default payment method',
  notFound: 'Payment method not found.',
  full: 'You have reached the most cards one account can keep.',
  refused: 'Your bank did not accept this card. Please try another one.',
  expired: 'This card has expired. Please choose another one.',
  tooMany: 'Too many cards have been tried. Please wait a while and try again.',
} as const

/** `Visa ending 4242` */
export const cardName = ({ brand, last_four }: Pick<SavedCard, 'brand' | 'last_four'>): string =>
  `${brand} ending ${last_four}`

export const isExpired = ({ expiry }: Pick<SavedCard, 'expiry'>, now: Date): boolean =>
  !isExpiryAhead(expiry, now)
