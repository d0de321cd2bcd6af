import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { Link } from '@tanstack/react-router'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { AppError, isUnheard, messageOf } from '#src/lib/AppError.ts'
import * as css from '#src/offline/NeedsNetwork.css.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'

/** Replaces a piece that could not be loaded. */
export function ProductFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isNotSaved = useNetwork() === 'offline' && isUnheard(error)
  return (
    <div className={container} role="alert">
      <EmptyState
        drawing="offline"
        heading="h1"
        title={
          error instanceof AppError && error.code === 'invalid_response'
            ? catalogueTexts.dataMissing
            : isNotSaved
              ? savedTexts.notSaved
              : messageOf(error, catalogueTexts.loadFailed)
        }
        action={
          <div className={css.actions}>
            <Button onClick={onRetry}>{networkTexts.tryAgain}</Button>
            <Link to="/saved" className={buttonStyle({ tone: 'quiet' })}>
              {savedTexts.whatIsSaved}
            </Link>
          </div>
        }
      >
        {isNotSaved && <p>{savedTexts.notSavedHint}</p>}
      </EmptyState>
    </div>
  )
}
