import { AppError } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

type Props = {
  error: Error
  /** What could not be loaded, in the shop's words. */
  failure: string
  onRetry: () => void
}

/** Stands in for what could not be loaded, and says why: also that there is no network. */
export function LoadFailed({ error, failure, onRetry }: Props) {
  return (
    <Notice
      tone="critical"
      role="alert"
      title={failure}
      action={
        <Button tone="quiet" size="s" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {error instanceof AppError && error.message !== failure && <p>{error.message}</p>}
    </Notice>
  )
}
