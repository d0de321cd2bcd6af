import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import * as css from './AppliedFilters.css.ts'
import type { AppliedFilter } from './filters.ts'
import type { ListingPath } from './listingPath.ts'
import type { ListingSearch } from './listingSearch.ts'

type Props = {
  path: ListingPath
  applied: AppliedFilter[]
  cleared: ListingSearch
  /** Called with each press, because the link is about to disappear, and the focus with it. */
  onFollow: (press: MouseEvent) => void
}

/** The active filters, each a link that removes it. */
export function AppliedFilters({ path, applied, cleared, onFollow }: Props) {
  if (applied.length === 0) return null
  // The same list with fewer filters is not the current page.
  const link = { to: path, resetScroll: false, activeOptions: { exact: true }, onClick: onFollow }
  return (
    <ul ref={keepFromSecondPress} className={css.root} aria-label="Applied filters">
      {applied.map(({ kind, label, without }) => (
        <li key={kind + label}>
          <Link {...link} search={without} className={css.chip}>
            <span className={visuallyHidden}>{`Remove filter ${kind} `}</span>
            {label}
            <Icon name="close" size="s" className={css.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link {...link} search={cleared} className={css.clear}>
          Clear all
        </Link>
      </li>
    </ul>
  )
}
