import { type NamedFilter, namedFilters, priceBuckets } from '#contract/listing.ts'
import type { FilterLists, FilterValue } from '#contract/catalogue.ts'
import type { ListingSearch } from './listingSearch.ts'

/** The filters that may have several values at once. */
export type ManyFilter = 'price' | NamedFilter
export type FlagFilter = 'is_new' | 'is_bestseller' | 'is_featured'
export type WeightFilter = 'min_weight' | 'max_weight'

type FilterOption = { value: string; label: string; count: number | null }
export type FilterGroup = { name: ManyFilter; title: string; options: FilterOption[] }

export const flags: readonly { name: FlagFilter; label: string }[] = [
  { name: 'is_new', label: 'New' },
  { name: 'is_bestseller', label: 'Bestsellers' },
  { name: 'is_featured', label: 'Featured' },
]

const titles: Readonly<Record<NamedFilter, string>> = {
  category: 'Category',
  collection: 'Collection',
  material: 'Material',
  gemstone: 'Gemstone',
}

/**
 * The groups that a listing can be filtered by, without those that no piece has anything of; a listing of one category
 * has no category filter.
 */
export function filterGroups(lists: FilterLists | undefined, isOfOneCategory: boolean): FilterGroup[] {
  const named = (name: NamedFilter, values: FilterValue[] = []): FilterGroup => ({
    name,
    title: titles[name],
    options: values.map((value) => ({ value: value.name, label: value.name, count: value.count })),
  })
  const countOf = (bucket: string) => lists?.prices?.find(({ value }) => value === bucket)?.count ?? null
  const groups: FilterGroup[] = [
    {
      name: 'price',
      title: 'Price',
      options: priceBuckets.map(({ value, label }) => ({ value, label, count: countOf(value) })),
    },
    ...namedFilters
      .filter(({ name }) => !isOfOneCategory || name !== 'category')
      .map(({ name, list }) => named(name, lists?.[list])),
  ]
  return lists === undefined ? groups : groups.filter(({ options }) => options.length > 0)
}

/** Names in an address may be written in any case. */
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

export const isChosen = (search: ListingSearch, name: ManyFilter, value: string): boolean =>
  search[name]?.some((one) => isSame(one, value)) ?? false

/** The search with one value added, or removed. Changing any filter returns to the first page. */
export function withToggled(search: ListingSearch, name: ManyFilter, value: string): ListingSearch {
  const others = (search[name] ?? []).filter((one) => !isSame(one, value))
  const values = isChosen(search, name, value) ? others : [...others, value]
  return { ...search, [name]: values.length === 0 ? undefined : values, page: undefined }
}

export type AppliedFilter = {
  /** Which filter it is, if the label alone would not say: a category and a collection may share a name. */
  kind: ManyFilter | ''
  label: string
  without: ListingSearch
}

/** Every active filter, with the search that is left without it. */
export function appliedFilters(search: ListingSearch): AppliedFilter[] {
  const many = (['price', ...namedFilters.map(({ name }) => name)] as const).flatMap((name) =>
    (search[name] ?? [])
      .filter((value, index, all) => all.findIndex((one) => isSame(one, value)) === index)
      .map((value) => ({
        kind: name,
        label: priceBuckets.find((bucket) => bucket.value === value)?.label ?? value,
        without: withToggled(search, name, value),
      })),
  )
  const said = flags
    .filter(({ name }) => search[name] !== undefined)
    .map(({ name, label }) => ({
      kind: '' as const,
      label: search[name] ? label : `Not ${label.toLowerCase()}`,
      without: { ...search, [name]: undefined, page: undefined },
    }))
  const weights = (
    [
      ['min_weight', 'From'],
      ['max_weight', 'Up to'],
    ] as const
  )
    .filter(([name]) => search[name] !== undefined)
    .map(([name, word]) => ({
      kind: '' as const,
      label: `${word} ${search[name] ?? ''} g`,
      without: { ...search, [name]: undefined, page: undefined },
    }))
  return [...many, ...said, ...weights]
}

/** Keeps only the sort order. */
export const withoutFilters = ({ sort_by }: ListingSearch): ListingSearch => ({ sort_by })
