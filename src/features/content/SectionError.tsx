import type { ReactNode } from 'react'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import * as css from './SectionError.css.ts'

type Query = { data: unknown; error: Error | null; refetch: () => Promise<unknown> }

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
export function SectionError({ query: { data, error, refetch }, failure, children }: Props) {
  const { heir, within } = useHeir({ preventScroll: true })
  return (
    <div ref={heir} {...within} tabIndex={-1} className={css.root}>
      {error && !data ? (
        <>
          <div className={css.outlines}>{children}</div>
          <div className={css.failure}>
            <p className={css.text}>{failure ?? `Error: ${messageOf(error, texts.networkError)}`}</p>
            <Button tone="quiet" size="s" onClick={() => void refetch()}>
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
