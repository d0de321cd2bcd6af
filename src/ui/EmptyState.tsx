import { type ComponentProps, Suspense } from 'react'
import { island } from '#src/lib/island.ts'
import { pending } from './EmptyState.css.ts'
import { Loading } from './Loading.tsx'

// Rarely seen, so a page does not load its drawings until it shows one.
const EmptyStateDrawn = island(async () => (await import('./EmptyStateDrawn.tsx')).EmptyStateDrawn)

/** Nothing here yet: a small drawing, a sentence, one action. */
export const EmptyState = (props: ComponentProps<typeof EmptyStateDrawn>) => (
  <Suspense fallback={<Loading className={pending} />}>
    <EmptyStateDrawn {...props} />
  </Suspense>
)
