import { Link } from '@tanstack/react-router'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'
import * as css from './NeedsNetwork.css.ts'

type Props = {
  /** 'Your orders', or 'This page'. */
  what: string
  /** Why it is not here. */
  why?: string
  onRetry: () => void
  isTrying?: boolean
}

/** Replaces content that only the server has: why it is missing, a button to try again, and what there is instead. */
export const NeedsNetwork = ({ what, why = savedTexts.notKeptHere, onRetry, isTrying = false }: Props) => (
  <div className={container} role="alert">
    <EmptyState
      drawing="offline"
      heading="h1"
      title={savedTexts.needsNetwork(what)}
      action={
        <div className={css.actions}>
          <Button onClick={onRetry} isBusy={isTrying}>
            {networkTexts.tryAgain}
          </Button>
          <Link to="/saved" className={buttonStyle({ tone: 'quiet' })}>
            {savedTexts.whatIsSaved}
          </Link>
        </div>
      }
    >
      <p>{why}</p>
    </EmptyState>
  </div>
)
