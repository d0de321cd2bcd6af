import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { AppError, isUnheard } from '#src/lib/AppError.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { focusTitle } from '#src/ui/focusTitle.ts'
import { Notice } from '#src/ui/Notice.tsx'

type Props = {
  error: Error
  /** What it is: 'Your profile'. */
  what: string
  /** What could not be loaded, in the shop's words. */
  failure: string
  onRetry: () => void
}

/** Replaces what could not be loaded, and says why: also that there is no network. */
export function LoadFailed({ error, what, failure, onRetry }: Props) {
  const needsNetwork = useNetwork() === 'offline' && isUnheard(error)
  const retry = () => {
    // The button disappears while the server is asked; the heading stays.
    focusTitle()
    onRetry()
  }
  const reason = needsNetwork ? savedTexts.notKeptHere : error instanceof AppError ? error.message : failure
  return (
    <Notice
      tone={needsNetwork ? 'info' : 'critical'}
      role="alert"
      title={needsNetwork ? savedTexts.needsNetwork(what) : failure}
      action={
        <Button tone="quiet" size="s" onClick={retry}>
          {needsNetwork ? networkTexts.tryAgain : 'Retry'}
        </Button>
      }
    >
      {reason !== failure && <p>{reason}</p>}
    </Notice>
  )
}
