import { addressTexts } from '#contract/addressTexts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import * as css from './CheckoutPage.css.ts'
import { stepTitleId } from './progress.ts'
import * as steps from './steps.css.ts'

type Props = { error: Error | null; onRetry: () => void; onBack: () => void }

/** In place of step 2 while the customer's addresses are not there, or cannot be read. */
export function UnreadAddresses({ error, onRetry, onBack }: Props) {
  const retry = () => {
    // The button disappears while the server is asked; the heading stays.
    document.getElementById(stepTitleId)?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <div className={steps.form}>
      {error === null ? (
        <Loading className={css.pendingForm} />
      ) : (
        <Notice
          tone="critical"
          role="alert"
          action={
            <Button tone="quiet" size="s" onClick={retry}>
              Retry
            </Button>
          }
        >
          {messageOf(error, addressTexts.loadFailed)}
        </Notice>
      )}
      <div className={steps.actions}>
        <Button tone="quiet" className={steps.back} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}
