import type { CategorySlug } from '#contract/catalogue.ts'

/** What a category's page says below its name. */
export const taglines: Record<CategorySlug, string> = {
  rings: 'Solitaires, halos and bands, set by hand.',
  earrings: 'Studs, hoops and drops that catch the light.',
  bracelets: 'Bangles, cuffs and fine lines of stones.',
  chains: 'Cable, rope and curb, in lengths to layer.',
  anklets: 'Light enough to forget, pretty enough to notice.',
  gifts: 'Small things in good boxes, ready to give.',
  pendants: 'Lockets, stones and charms to wear close.',
}

/** What the whole collection's page says. */
export const allJewelleryTagline = 'Rings, earrings, chains and more, each set by hand.'
