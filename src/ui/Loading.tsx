import type { ReactNode } from 'react'
import { texts } from '#contract/texts.ts'
import { Skeleton } from './Skeleton.tsx'

/**
 * Stands for a part of the page that is loading, and tells screen readers so: a block of a size that `className` gives,
 * or whatever else shows what is coming.
 */
export const Loading = (props: { className: string } | { children: ReactNode }) => (
  <div role="status" aria-busy="true" aria-label={texts.loading}>
    {'children' in props ? props.children : <Skeleton className={props.className} />}
  </div>
)
