/** The key of what is known of a piece: the catalogue reads it, the cart hears first when it is out of date. */
export const pieceKey = (slug: string) => ['catalogue', 'product', slug] as const
