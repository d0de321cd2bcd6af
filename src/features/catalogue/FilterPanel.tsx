import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { FilterLists } from '#contract/catalogue.ts'
import { taxAdded } from '#contract/totals.ts'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './FilterPanel.css.ts'
import {
  type FilterGroup,
  type FlagFilter,
  type WeightFilter,
  filterGroups,
  flags,
  isChosen,
  withToggled,
} from './filters.ts'
import type { ListingSearch } from './listingSearch.ts'

type Props = {
  search: ListingSearch
  lists: FilterLists | undefined
  /** What the counts in `lists` are of: this search, or the one before while its own are on their way. `none` hides them. */
  counts?: 'own' | 'former' | 'none'
  isOfOneCategory: boolean
  onChange: (search: ListingSearch) => void
}

/** Everything by which a listing can be filtered. Each change takes effect at once. */
export function FilterPanel({ search, lists, counts = 'own', isOfOneCategory, onChange }: Props) {
  const shownOf = (count: number | null) => (counts === 'none' ? null : count)
  const countOf = (flag: FlagFilter) => lists?.flags?.[flag] ?? null
  // An option that would show nothing cannot be chosen, only removed. Counts of another search do not say so.
  const leadsNowhere = (count: number | null, isChosenNow: boolean): boolean =>
    counts === 'own' && count === 0 && !isChosenNow
  return (
    <div className={css.panel}>
      {filterGroups(lists, isOfOneCategory).map((group) => (
        <Group
          key={group.name}
          title={group.title}
          isOpenAtFirst={group.name === 'price' || hasChoice(search, group)}
        >
          {group.name === 'price' && <p className={css.tax}>{taxAdded}</p>}
          {group.options.map(({ value, label, count }) => (
            <CheckboxField
              key={value}
              className={css.option}
              name={group.name}
              value={value}
              checked={isChosen(search, group.name, value)}
              aria-disabled={leadsNowhere(count, isChosen(search, group.name, value))}
              onChange={() => onChange(withToggled(search, group.name, value))}
              label={<OptionLabel label={label} count={shownOf(count)} />}
            />
          ))}
        </Group>
      ))}
      <Group title="Show only" isOpenAtFirst>
        {flags.map(({ name, label }) => (
          <CheckboxField
            key={name}
            className={css.option}
            name={name}
            value="true"
            checked={search[name] === true}
            aria-disabled={leadsNowhere(countOf(name), search[name] === true)}
            onChange={() =>
              onChange({ ...search, [name]: search[name] === true ? undefined : true, page: undefined })
            }
            label={<OptionLabel label={label} count={shownOf(countOf(name))} />}
          />
        ))}
      </Group>
      <Group
        title="Weight"
        isOpenAtFirst={search.min_weight !== undefined || search.max_weight !== undefined}
      >
        <div className={css.weights}>
          <Weight name="min_weight" label="From" {...{ search, onChange }} />
          <Weight name="max_weight" label="To" {...{ search, onChange }} />
        </div>
      </Group>
    </div>
  )
}

const hasChoice = (search: ListingSearch, { name }: FilterGroup): boolean => search[name] !== undefined

type GroupProps = { title: string; isOpenAtFirst: boolean; children: ReactNode }

function Group({ title, isOpenAtFirst, children }: GroupProps) {
  // Only at first: from then on the shopper opens and closes it.
  const [isOpen] = useState(isOpenAtFirst)
  return (
    <details className={css.group} open={isOpen}>
      <summary className={css.summary}>
        {title}
        <Icon name="chevronDown" size="s" className={css.chevron} />
      </summary>
      <div className={css.options} role="group" aria-label={title}>
        {children}
      </div>
    </details>
  )
}

const OptionLabel = ({ label, count }: { label: string; count: number | null }) => (
  <span className={css.optionLabel}>
    <span>{label}</span>
    {count !== null && (
      <span className={css.count}>
        <span className={visuallyHidden}>, </span>
        {count}
        <span className={visuallyHidden}>{count === 1 ? ' piece' : ' pieces'}</span>
      </span>
    )}
  </span>
)

type WeightProps = Pick<Props, 'search' | 'onChange'> & { name: WeightFilter; label: string }

/** Takes effect once it is complete: on Enter, or when the field is left. */
function Weight({ name, label, search, onChange }: WeightProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const keep = () => {
    if (draft === null) return
    setDraft(null)
    // Anything but a weight leaves the filter unchanged, and the field shows the old value again.
    if (draft !== '' && !/^(?=.*\d)\d{0,6}(\.\d{0,3})?$/.test(draft)) return
    const weight = draft === '' ? undefined : Number(draft)
    if (weight !== search[name]) onChange({ ...search, [name]: weight, page: undefined })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    keep()
  }
  return (
    <div className={css.weight}>
      <label htmlFor={id} className={css.weightLabel}>
        {label}
        <span className={visuallyHidden}> weight in grams</span>
      </label>
      <span className={css.weightFrame}>
        <input
          id={id}
          name={name}
          className={css.weightInput}
          inputMode="decimal"
          autoComplete="off"
          value={draft ?? String(search[name] ?? '')}
          data-unsaved={draft === null ? undefined : ''}
          onChange={(event) =>
            setDraft(
              event.target.value
                .replace(',', '.')
                .replaceAll(/[^\d.]/g, '')
                .slice(0, 8),
            )
          }
          onBlur={keep}
          onKeyDown={press}
        />
        <span className={css.unit} aria-hidden="true">
          g
        </span>
      </span>
    </div>
  )
}
