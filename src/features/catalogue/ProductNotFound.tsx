import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { Link } from '@tanstack/react-router'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'

/** Replaces a piece that the shop does not have, or no longer has. */
export function ProductNotFound() {
  return (
    <div className={container}>
      <EmptyState
        drawing="lost"
        heading="h1"
        title={catalogueTexts.productNotFound}
        action={
          <>
            <Link to="/products" className={buttonStyle()}>
              See all jewellery
            </Link>
            <Link to="/" className={buttonStyle({ tone: 'quiet' })}>
              Back to Home
            </Link>
          </>
        }
      >
        <p>It may have found its wearer. There are others.</p>
      </EmptyState>
    </div>
  )
}
