import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useRef } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { useWishlist } from './state.ts'
import * as css from './WishlistPage.css.ts'

export type CardsProps = {
  products: Product[]
  /** To be called when one of them is let go. */
  afterRemoval: () => void
}

type Props = {
  /** Shows the pieces as cards. */
  cards: ComponentType<CardsProps>
  /** The room that they take. */
  skeleton: ReactNode
}

/** Everything that the customer has put by. */
export function WishlistPage({ cards: Cards, skeleton }: Props) {
  const { entries, error, retry } = useWishlist()
  const title = useRef<HTMLHeadingElement>(null)
  // The heart that had the focus goes with its card.
  const focusTitle = () => title.current?.focus({ preventScroll: true })
  return (
    <div className={`${container} ${css.root}`}>
      <h1 ref={title} className={css.title} tabIndex={-1}>
        {wishlistTexts.title}
        {entries && ` (${entries.length})`}
      </h1>
      {entries === undefined ? (
        error ? (
          <Failure message={messageOf(error, wishlistTexts.loadFailed)} onRetry={retry} />
        ) : (
          <div aria-busy="true" role="status" aria-label={texts.loading}>
            {skeleton}
          </div>
        )
      ) : entries.length === 0 ? (
        <Empty />
      ) : (
        <section aria-labelledby="pieces">
          <h2 id="pieces" className={visuallyHidden}>
            Pieces
          </h2>
          <Cards products={entries.map((entry) => entry.product)} afterRemoval={focusTitle} />
        </section>
      )}
    </div>
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
  </EmptyState>
)
