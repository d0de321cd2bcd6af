import '#src/ui/Choice.css.ts'
import { whenWide } from '#src/lib/island.ts'
import { steadyIsland } from '#src/ui/steadyIsland.tsx'
import './FilterPanel.css.ts'

/** The filters. On a phone, where they are out of sight at first, their code is loaded at the shopper's first move. */
export const LateFilters = steadyIsland(async () => (await import('./Filters.tsx')).Filters, whenWide)
