import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useRef } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container, inMargin, visuallyHidden } from '#src/ui/layout.css.ts'
import { Loading } from '#src/ui/Loading.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { wishlist } from './api.ts'
import { useWishlist } from './state.ts'
import * as css from './WishlistPage.css.ts'

export type CardsProps = {
  products: Product[]
  /** Called when one of them is removed. */
  afterRemoval: () => void
}

type PiecesProps = {
  /** The component that shows the pieces as cards. */
  cards: ComponentType<CardsProps>
  /** The space that they take. */
  skeleton: ReactNode
  /** Called when what has the focus disappears: a heart with its piece, or the button that retries. */
  focusTitle: () => void
}

/** Everything on the customer's wishlist. */
export function WishlistPage(props: Omit<PiecesProps, 'focusTitle'>) {
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <div className={`${container} ${css.root}`}>
      <h1 ref={title} className={css.title} tabIndex={-1}>
        <WishlistTitle />
      </h1>
      <WishlistPieces {...props} focusTitle={() => title.current?.focus({ preventScroll: true })} />
    </div>
  )
}

/** `My Wishlist (3)` */
export function WishlistTitle() {
  const { entries } = useWishlist()
  return (
    <>
      {wishlistTexts.title}
      {entries && ` (${entries.length})`}
    </>
  )
}

export function WishlistPieces({ cards: Cards, skeleton, focusTitle }: PiecesProps) {
  const { entries, error, retry } = useWishlist()
  if (entries === undefined) {
    const tryAgain = () => {
      focusTitle()
      retry()
    }
    return error ? (
      <Failure message={messageOf(error, wishlistTexts.loadFailed)} onRetry={tryAgain} />
    ) : (
      <Loading>{skeleton}</Loading>
    )
  }
  if (entries.length === 0) return <Empty />
  return (
    <section ref={keepFromSecondPress} aria-labelledby="pieces">
      <h2 id="pieces" className={visuallyHidden}>
        Pieces
      </h2>
      <p className={inMargin}>
        <Saved of={wishlist.current()} isAlone />
      </p>
      <Cards products={entries.map((entry) => entry.product)} afterRemoval={focusTitle} />
    </section>
  )
}

const Failure = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Notice
    tone="critical"
    role="alert"
    action={
      <Button tone="quiet" size="s" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    <p>Error: {message}</p>
  </Notice>
)

const Empty = () => (
  <EmptyState
    drawing="heart"
    title={wishlistTexts.empty}
    action={
      <Link to="/" className={buttonStyle()}>
        Continue Shopping
      </Link>
    }
  >
    <p>Press the heart on a piece and it waits here for you, on every device you log in on.</p>
    <p className={css.ageOfNone}>
      <Saved of={wishlist.current()} isAlone />
    </p>
  </EmptyState>
)
