import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { followPart } from '#src/lib/client.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { notify } from '#src/ui/notify.ts'
import { useWishlist } from './state.ts'
import * as css from './WishlistButton.css.ts'

type Props = {
  product: Product
  /** `onPhoto` lies over a picture's corner, `outline` is beside the button that adds to the cart. */
  tone?: keyof typeof css.tone | undefined
  /** Called at once; on the wishlist itself the button disappears with its piece. */
  onRemoved?: (() => void) | undefined
}

/** The heart: adds a piece to the wishlist, or removes it. */
export function WishlistButton({ product, tone = 'onPhoto', onRemoved }: Props) {
  const router = useRouter()
  const { known } = useWishlist()
  const [isBusy, setBusy] = useState(false)
  const isWished = known.some((entry) => entry.product_id === product.id)

  const toggle = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      const { toggleWish } = await followPart(import('./changes.ts'))
      await toggleWish({ product, isWished, router, onRemoved })
    } catch {
      notify.error(texts.networkError)
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
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => void toggle()}
    />
  )
}
