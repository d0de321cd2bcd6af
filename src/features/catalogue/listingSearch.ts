import type { ListingFilter, PriceBucket, SortBy } from '#contract/catalogue.ts'
import { longestName } from '#contract/constants.ts'
import { priceBuckets, sortOptions } from '#contract/listing.ts'
import { amountIn, flagIn, oneIn, severalIn, textIn, wholeIn } from '#src/lib/searchValues.ts'

type Raw = Record<string, unknown>

/** What the address of a listing may contain. Every part is optional; the address leaves out what is not set. */
export type ListingSearch = { [Part in keyof ListingFilter]?: ListingFilter[Part] | undefined } & {
  page?: number | undefined
}
export type CategorySearch = Omit<ListingSearch, 'category'>
export type ResultsSearch = {
  query?: string | undefined
  sort_by?: SortBy | undefined
  page?: number | undefined
}

const sorts = sortOptions.map(({ value }) => value)
const isBucket = (value: string): value is PriceBucket =>
  priceBuckets.some((bucket) => bucket.value === value)
const isName = (value: string): value is string =>
  // No name contains a NUL, for which the database would refuse the query.
  value !== '' && value.length <= longestName && !value.includes('\0')

const order = (raw: Raw) => ({
  sort_by: oneIn(raw, 'sort_by', sorts),
  page: wholeIn(raw, 'page', 1, 1_000_000),
})

const filtersIn = (raw: Raw) =>
  ({
    ...order(raw),
    is_featured: flagIn(raw, 'is_featured'),
    is_bestseller: flagIn(raw, 'is_bestseller'),
    is_new: flagIn(raw, 'is_new'),
    price: severalIn(raw, 'price', isBucket),
    material: severalIn(raw, 'material', isName),
    gemstone: severalIn(raw, 'gemstone', isName),
    collection: severalIn(raw, 'collection', isName),
    min_weight: amountIn(raw, 'min_weight'),
    max_weight: amountIn(raw, 'max_weight'),
  }) satisfies Record<keyof CategorySearch, unknown>

/**
 * Says of what else stands in the address that it is not set. The router keeps it otherwise, unread, beside what was read:
 * it would go along into links and calls, and make a page of its own.
 */
const only = <Known extends object>(raw: Raw, known: Known): Known => ({
  ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
  ...known,
})

/** Reads the address of a category's page. */
export const categorySearch = (raw: Raw): CategorySearch => only(raw, filtersIn(raw))

/** Reads the address of the whole collection's page. */
export const listingSearch = (raw: Raw): ListingSearch =>
  only(raw, { ...filtersIn(raw), category: severalIn(raw, 'category', isName) })

/** Reads the address of the search results. */
export const resultsSearch = (raw: Raw): ResultsSearch =>
  only(raw, { ...order(raw), query: textIn(raw, 'query') })
