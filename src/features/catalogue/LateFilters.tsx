import { Suspense, memo } from 'react'
import type { CategorySlug } from '#contract/catalogue.ts'
import '#src/ui/Choice.css.ts'
import { island, whenWide } from '#src/lib/island.ts'
import './FilterPanel.css.ts'
import type { ListingPath } from './listingPath.ts'

const Filters = island(async () => (await import('./Filters.tsx')).Filters, whenWide)

/**
 * The filters. On a phone, where they are out of sight at first, their code is loaded at the shopper's first move.
 * Memoised against the page's own changes, because React would discard what has not hydrated yet.
 */
export const LateFilters = memo((props: { path: ListingPath; within: CategorySlug | undefined }) => (
  <Suspense>
    <Filters {...props} />
  </Suspense>
))
