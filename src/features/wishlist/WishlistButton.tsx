import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/notify.ts'
import { useWishlist, useWishlistChanges } from './state.ts'
import { rememberWanted } from './wanted.ts'
import * as css from './WishlistButton.css.ts'

type Props = {
  product: Product
  /** `onPhoto` lies over a picture's corner, `outline` stands beside the way into the cart. */
  tone?: keyof typeof css.tone | undefined
  /** Called at once; on the wishlist itself the button goes with its piece. */
  onRemoved?: (() => void) | undefined
}

/** The heart: keeps a piece, or lets it go. */
export function WishlistButton({ product, tone = 'onPhoto', onRemoved }: Props) {
  const router = useRouter()
  const { entries } = useWishlist()
  const changes = useWishlistChanges()
  const [isBusy, setBusy] = useState(false)
  const isWished = entries?.some((entry) => entry.product_id === product.id) ?? false

  const askToLogIn = () => {
    rememberWanted(product)
    const from = router.state.location.href
    notify.warning(texts.guest.wishlistAdd, {
      id: 'guest-wishlist',
      action: { label: 'Log in', run: () => void router.navigate({ to: '/login', search: { from } }) },
    })
  }

  const toggle = async () => {
    if (isBusy) return
    if (!changes) return askToLogIn()
    setBusy(true)
    try {
      if (isWished) {
        notify.success(wishlistTexts.removed, {
          id: 'wishlist',
          action: { label: 'Undo', run: () => void changes.add(product) },
        })
        onRemoved?.()
        await changes.remove(product.id)
      } else {
        notify.success(wishlistTexts.added, { id: 'wishlist' })
        await changes.add(product)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <IconButton
      icon={isWished ? 'heartFilled' : 'heart'}
      label={isWished ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      tone={tone}
      className={css.tone[tone]}
      aria-pressed={isWished}
      aria-disabled={isBusy || undefined}
      onClick={() => void toggle()}
    />
  )
}
