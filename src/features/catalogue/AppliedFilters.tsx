import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './AppliedFilters.css.ts'
import type { AppliedFilter } from './filters.ts'
import type { ListingPath } from './listingPath.ts'
import type { ListingSearch } from './listingSearch.ts'

type Props = {
  path: ListingPath
  applied: AppliedFilter[]
  cleared: ListingSearch
  /** Called because the link that was pressed is about to disappear, and the focus with it. */
  onRemove: () => void
}

/** The active filters, each a link that removes it. */
export function AppliedFilters({ path, applied, cleared, onRemove }: Props) {
  if (applied.length === 0) return null
  return (
    <ul className={css.root} aria-label="Applied filters">
      {applied.map(({ kind, label, without }) => (
        <li key={kind + label}>
          <Link to={path} search={without} resetScroll={false} className={css.chip} onClick={onRemove}>
            <span className={visuallyHidden}>{`Remove filter ${kind} `}</span>
            {label}
            <Icon name="close" size="s" className={css.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={path} search={cleared} resetScroll={false} className={css.clear} onClick={onRemove}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}
