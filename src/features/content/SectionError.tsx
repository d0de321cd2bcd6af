import { type ReactNode, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import * as css from './SectionError.css.ts'

type Query = {
  data: unknown
  error: Error | null
  errorUpdateCount: number
  refetch: () => Promise<unknown>
}

type Props = {
  /** For the data that the part shows. */
  query: Query
  /** Said instead of the reason. */
  failure?: string
  /** What the part shows: without its data, the outlines of what was to come. */
  children: ReactNode
}

/**
 * One part of the page or, if it could not be loaded, the reason and a button to try again, in the space that the part
 * would have taken, so that the others stay where they are.
 */
export function SectionError({
  query: { data, error, errorUpdateCount, refetch },
  failure,
  children,
}: Props) {
  const { heir, within } = useHeir({ preventScroll: true })
  // Said aloud is only what Retry was pressed for in vain: of the rest, every part of the page may have something to say.
  const [failedBefore, setFailedBefore] = useState(Infinity)
  const retry = () => {
    setFailedBefore(errorUpdateCount)
    void refetch()
  }
  return (
    <div ref={heir} {...within} tabIndex={-1} className={css.root}>
      {error && !data ? (
        <>
          <div className={css.outlines}>{children}</div>
          <div className={css.failure}>
            <p
              // Anew each time, however soon: of the same words in the same place a screen reader would hear nothing.
              key={errorUpdateCount}
              className={css.text}
              role={errorUpdateCount === failedBefore + 1 ? 'alert' : undefined}
            >
              {failure ?? `Error: ${messageOf(error, texts.networkError)}`}
            </p>
            <Button tone="quiet" size="s" onClick={retry}>
              Retry
            </Button>
          </div>
        </>
      ) : (
        children
      )}
    </div>
  )
}
