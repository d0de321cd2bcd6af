import type { CardActions } from '#src/features/catalogue/ProductGrid.tsx'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'

/** What can be done with a piece from its card, wherever cards are shown. */
export const cardActions: CardActions = (product) => <WishlistButton product={product} />
