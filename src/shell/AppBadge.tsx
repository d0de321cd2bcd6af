import { useEffect } from 'react'
import { useCart } from '#src/features/cart/state.ts'
import { pieces } from './cartCount.ts'

// A browser may refuse, or have no icon to put it on.
const quietly = (change: Promise<void> | undefined) => void change?.catch(() => undefined)

/** The number of pieces in the cart on the installed shop's icon, for as long as somebody is signed in. */
export function AppBadge() {
  const { cart } = useCart()
  const count = cart && pieces(cart)
  useEffect(() => {
    // 0 removes it.
    if (count !== undefined && 'setAppBadge' in navigator) quietly(navigator.setAppBadge(count))
  }, [count])
  useEffect(
    () => () => {
      if ('clearAppBadge' in navigator) quietly(navigator.clearAppBadge())
    },
    [],
  )
  return null
}
