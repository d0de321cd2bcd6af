import { sortOptions } from '#contract/listing.ts'
import type { SortBy } from '#contract/catalogue.ts'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './SortMenu.css.ts'

type Props = {
  value: SortBy | undefined
  onChange: (value: SortBy | undefined) => void
  /** Id of the form it belongs to. */
  form?: string | undefined
}

/** The sort order of a listing. Best match is the default, so the address leaves it out. */
export function SortMenu({ value = 'best_match', onChange, form }: Props) {
  const choose = (chosen: string) => {
    const option = sortOptions.find((one) => one.value === chosen)
    onChange(option?.value === 'best_match' ? undefined : option?.value)
  }
  return (
    <label className={css.root}>
      <span className={css.label}>Sort by</span>
      <span className={css.frame}>
        <select
          className={css.select}
          name="sort_by"
          form={form}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {sortOptions.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size="s" className={css.chevron} />
      </span>
    </label>
  )
}
