import { Link } from '@tanstack/react-router'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'
import * as css from './MessagePage.css.ts'

/** An address that leads nowhere, with two links to go on. */
export function NotFoundPage() {
  return (
    <div className={container}>
      <EmptyState
        drawing="lost"
        heading="h1"
        title="This page could not be found"
        action={
          <div className={css.actions}>
            <Link to="/" className={buttonStyle()}>
              Back to Home
            </Link>
            <Link to="/products" className={`${buttonStyle({ tone: 'quiet' })} ${css.quiet}`}>
              See all jewellery
            </Link>
          </div>
        }
      >
        <p>The address may have a slip in it, or the piece has found its owner.</p>
      </EmptyState>
    </div>
  )
}
