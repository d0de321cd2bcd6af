import { Suspense, memo } from 'react'
import type { CategorySlug } from '#contract/catalogue.ts'
import '#src/ui/Choice.css.ts'
import { island, whenWide } from '#src/lib/island.ts'
import './FilterPanel.css.ts'
import type { ListingPath } from './listingPath.ts'

const Filters = island(async () => ({ default: (await import('./Filters.tsx')).Filters }), whenWide)

/**
 * The filters, whose code a phone, where they are out of sight at first, loads at the shopper's first move. Kept from
 * the page's own changes, since what is not awake yet would be thrown away by them.
 */
export const LateFilters = memo((props: { path: ListingPath; within: CategorySlug | undefined }) => (
  <Suspense>
    <Filters {...props} />
  </Suspense>
))
