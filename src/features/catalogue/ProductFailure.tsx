import { catalogueTexts } from '#contract/listing.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'

/** Instead of a piece that could not be had. */
export function ProductFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={container} role="alert">
      <EmptyState
        drawing="offline"
        heading="h1"
        title={messageOf(error, catalogueTexts.loadFailed)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}
