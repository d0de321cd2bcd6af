import type { CategorySlug } from '#contract/catalogue.ts'

/** What a category's page says below its name: short enough to be one line on a phone in any font. */
export const taglines: Record<CategorySlug, string> = {
  rings: 'Solitaires, halos and bands, set by hand.',
  earrings: 'Studs, hoops and drops that catch light.',
  bracelets: 'Bangles, cuffs and fine lines of stones.',
  chains: 'Cable, rope and curb, in lengths to layer.',
  anklets: 'Light to wear, and too pretty to forget.',
  gifts: 'Small things in good boxes, ready to give.',
  pendants: 'Lockets, stones and charms to wear close.',
}

/** What the whole collection's page says. */
export const allJewelleryTagline = 'Rings, earrings, chains: all made by hand.'
