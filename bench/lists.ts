import { apiRoot } from '#contract/apiRoot.ts'
import { sortOptions } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'

/** The path of the call with this number, so that every call can be another one. */
export type Paths = (call: number) => string

const sorts = sortOptions.map(({ value }) => value)

/**
 * No two calls are the same, so no cache has an answer, and between them they request everything: lists of six to ten
 * pieces in each order. Lists share their pieces for a second.
 */
export const anotherList: Paths = (call) =>
  `${apiRoot}${paths.products}?sort_by=${sorts[call % 4]}&page=${1 + (call % 7)}&page_size=${6 + (call % 5)}&${call}`
