import { Suspense, memo } from 'react'
import '#src/ui/Choice.css.ts'
import { island, whenUsed } from '#src/lib/island.ts'
import './FilterPanel.css.ts'
import type { ListingScope } from './filters.ts'
import type { ListingPath } from './listingPath.ts'

const Filters = island(async () => ({ default: (await import('./Filters.tsx')).Filters }), whenUsed)

/**
 * The filters, whose code comes with the shopper's first move: on a phone they are out of sight at first. Kept from
 * the page's own changes, since what is not awake yet would be thrown away by them.
 */
export const LateFilters = memo((props: { path: ListingPath; scope: ListingScope }) => (
  <Suspense>
    <Filters {...props} />
  </Suspense>
))
