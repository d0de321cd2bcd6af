import { ProductListQuery } from '#contract/catalogue.ts'
import type { SortBy } from '#contract/catalogue.ts'
import { pageSize } from '#contract/constants.ts'
import type { Db } from '../db/db.ts'
import { pageOf, respell, searchFor } from './search.ts'
import { inEach, setsOf } from './sets.ts'
import type { Narrowing } from './sets.ts'
import { isNear, sliceOf } from './slice.ts'
import type { Slice } from './slice.ts'

export type Paging = { page: number; size: number }
/** How many pieces there are, and the ids of a page of them. */
export type Listing = { count: number; ids: number[] }

/** One page of what the filter lets through. `page` counts from 1; one past the end is empty. */
export async function listProducts(
  db: Db,
  { sort_by, ...filter }: Narrowing & { sort_by: SortBy },
  paging: Paging,
): Promise<Listing> {
  const sets = [...setsOf(filter).values()]
  return sliceOf(db, sets.length === 0 ? null : inEach(sets), sort_by, sliceAt(paging))
}

const { sort_by: _order, page: _page, page_size: _size, ...narrowing } = ProductListQuery.entries
const narrowings = Object.keys(narrowing)

/** Whether the page that these parameters ask for is read in a batch with those of other callers. */
export function isListGathered(query: URLSearchParams): boolean {
  const paging = { page: Number(query.get('page') ?? 1), size: Number(query.get('page_size') ?? pageSize) }
  return isNear(sliceAt(paging)) && !narrowings.some((name) => query.has(name))
}

/** One page of what a query finds. A query without a word finds nothing. */
export async function searchProducts(db: Db, query: string, sort: SortBy, paging: Paging): Promise<Listing> {
  // The database takes no NUL.
  const search = await searchFor(db, query.replaceAll('\0', ''))
  return search === null ? { count: 0, ids: [] } : pageOf(db, search, sort, sliceAt(paging))
}

/** Words near a query that finds nothing which do find something; none if there are none. */
export async function suggestionFor(db: Db, query: string): Promise<string | undefined> {
  for (const wording of await respell(db, query)) {
    const { count } = await searchProducts(db, wording, 'newest', { page: 1, size: 1 })
    if (count > 0) return wording
  }
  return undefined
}

const sliceAt = ({ page, size }: Paging): Slice => ({ start: (page - 1) * size, size })
