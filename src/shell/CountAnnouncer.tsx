import { useState } from 'react'
import { cartTexts } from '#contract/cartTexts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { useCart } from '#src/features/cart/state.ts'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { wishlistLabel } from '#src/features/wishlist/wishlistLabel.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { cartLabel, pieces } from './cartCount.ts'

/** Tells screen readers how much is in the cart and on the wishlist, whenever that changes. */
export function CountAnnouncer() {
  const { cart } = useCart()
  const { entries } = useWishlist()
  const inCart = pieces(cart)
  const wished = entries?.length ?? 0
  return (
    <>
      <News text={cart && (inCart === 0 ? cartTexts.empty : cartLabel(inCart))} />
      <News text={entries && (wished === 0 ? wishlistTexts.empty : wishlistLabel(wished))} />
    </>
  )
}

/** Announces a text once it differs from the one before; the first one known is no news. */
function News({ text }: { text: string | undefined }) {
  const [said, setSaid] = useState({ text, isNews: false })
  if (said.text !== text) setSaid({ text, isNews: said.text !== undefined })
  return (
    <p className={visuallyHidden} role="status">
      {said.isNews && said.text}
    </p>
  )
}
