import { toCard } from '#src/features/catalogue/card.ts'
import { WishlistLink } from '#src/features/wishlist/WishlistLink.tsx'

/** The header's heart, its preview showing pieces as cards do. */
export const HeaderWishlist = () => <WishlistLink cardOf={toCard} />
