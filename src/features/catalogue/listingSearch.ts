import * as v from 'valibot'
import { ListingFilter, Page, PriceBucket, SortBy } from '#contract/catalogue.ts'

/** One value of an address: what is wrong or missing is as if it had not been said. */
const one = <const S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/** A value that may be repeated: each that is right counts, once. */
const several = <T extends string>(schema: v.GenericSchema<string, T>) =>
  one(
    v.pipe(
      v.union([
        v.array(v.string()),
        v.pipe(
          v.string(),
          v.transform((value) => [value]),
        ),
      ]),
      v.transform((values): T[] | undefined => {
        const right = values.flatMap((value) => {
          const read = v.safeParse(schema, value)
          return read.success ? [read.output] : []
        })
        return right.length === 0 ? undefined : [...new Set(right)].slice(0, 50)
      }),
    ),
  )

const name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(100))

/** What the address of a category's page may say. */
export const CategorySearch = v.object({
  sort_by: one(SortBy),
  is_featured: v.fallback(ListingFilter.entries.is_featured, undefined),
  is_bestseller: v.fallback(ListingFilter.entries.is_bestseller, undefined),
  is_new: v.fallback(ListingFilter.entries.is_new, undefined),
  price: several(PriceBucket),
  material: several(name),
  gemstone: several(name),
  collection: several(name),
  min_weight: v.fallback(ListingFilter.entries.min_weight, undefined),
  max_weight: v.fallback(ListingFilter.entries.max_weight, undefined),
  page: one(Page),
})

/** What the address of the whole collection's page may say. */
export const ListingSearch = v.object({ ...CategorySearch.entries, category: several(name) })
/** Every part is optional; what is not said is not in the address either. */
export type ListingSearch = v.InferOutput<typeof ListingSearch>

/** What the address of the search results may say. */
export const ResultsSearch = v.object({
  query: v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))), undefined),
  sort_by: one(SortBy),
  page: one(Page),
})
export type ResultsSearch = v.InferOutput<typeof ResultsSearch>
