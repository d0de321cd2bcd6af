import { Link } from '@tanstack/react-router'
import { type FocusEvent, type MouseEvent, type PointerEvent, Suspense, useState } from 'react'
import { latePart } from '#src/lib/latePart.ts'
import { useSession } from '#src/lib/useSession.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CountBadge, iconButtonStyle } from '#src/ui/IconButton.tsx'
import { tellGuest } from '#src/ui/tellGuest.ts'
import { useCloseOutside } from '#src/ui/useCloseOutside.ts'
import { useWishlist } from './state.ts'
import { wishlistLabel } from './wishlistLabel.ts'
import * as css from './WishlistLink.css.ts'
import type { CardOf } from './WishlistPreview.tsx'

const WishlistPreview = latePart(async () => (await import('./WishlistPreview.tsx')).WishlistPreview)

/** Whether the focus or pointer only moved within this component. */
const isInside = ({ currentTarget, relatedTarget }: FocusEvent | PointerEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

/**
 * The header's heart. Hovered with a mouse, or reached by keyboard, it shows what is on the wishlist; a tap just goes
 * there. A guest is told why it leads to the login.
 */
export function WishlistLink({ cardOf }: { cardOf: CardOf }) {
  const { isAuthenticated } = useSession()
  const { entries } = useWishlist()
  const [isOpen, setOpen] = useState(false)
  // A mouse opens it wherever the focus is, and what is pressed elsewhere need not take it.
  const root = useCloseOutside<HTMLDivElement>(isOpen, setOpen)
  const count = entries?.length ?? 0

  // Not `pointerenter`, which React does not fire when the mouse comes from a part that has not hydrated.
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !isInside(event)) setOpen(true)
  }
  const unpoint = () => {
    if (!root.current?.querySelector(':focus-visible')) setOpen(false)
  }
  const focus = (event: FocusEvent) => {
    // Returning the focus from the preview with Escape is no request to see it again.
    if (!isInside(event) && event.target.matches(':focus-visible')) setOpen(true)
  }
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !isInside(event)) setOpen(false)
  }
  const closeOnChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links do
    <div
      ref={root}
      className={css.root}
      onPointerOver={point}
      onPointerLeave={unpoint}
      onFocus={focus}
      onBlur={leave}
      onClick={closeOnChoice}
    >
      <Link
        to="/wishlist"
        className={iconButtonStyle()}
        aria-label={wishlistLabel(count)}
        preload={isAuthenticated ? 'intent' : false}
        onClick={tellGuest}
      >
        <Icon name="heart" />
        <CountBadge count={count} />
      </Link>
      {isOpen && entries && (
        <Suspense>
          <WishlistPreview entries={entries} cardOf={cardOf} />
        </Suspense>
      )}
    </div>
  )
}
