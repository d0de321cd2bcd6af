import * as v from 'valibot'
import { largestPageSize, longestName, longestSearch, pageSize } from './constants.ts'
import { Instant, ProductId, dataOf, printable, unknownProduct } from './fields.ts'
import { categories, priceBuckets, sortOptions } from './listing.ts'
import { Pounds } from './pounds.ts'

export const ProductImage = v.object({
  id: v.number(),
  image: v.string(),
  alt_text: v.string(),
  is_default: v.boolean(),
})
export type ProductImage = v.InferOutput<typeof ProductImage>

export const Variant = v.object({
  id: v.number(),
  name: v.string(),
  price: Pounds,
  compare_at_price: v.nullable(Pounds),
  stock_quantity: v.number(),
})
export type Variant = v.InferOutput<typeof Variant>

export const ProductGemstone = v.object({
  id: v.number(),
  name: v.string(),
  size: v.nullable(v.number()),
  size_unit: v.nullable(v.string()),
  quality: v.nullable(v.string()),
  color: v.nullable(v.string()),
  is_main: v.boolean(),
})
export type ProductGemstone = v.InferOutput<typeof ProductGemstone>

export const Product = v.object({
  id: v.number(),
  sku: v.string(),
  name: v.string(),
  slug: v.string(),
  description: v.string(),
  short_description: v.string(),
  price: Pounds,
  compare_at_price: v.nullable(Pounds),
  image: v.nullable(v.string()),
  images: v.array(ProductImage),
  /** + What the variants differ in, such as `Ring size`; null when there are none. */
  variant_label: v.optional(v.nullable(v.string()), null),
  variants: v.array(Variant),
  collections: v.array(v.object({ name: v.string() })),
  /** + With a `slug` each. */
  categories: v.array(v.object({ name: v.string(), slug: v.optional(v.string(), '') })),
  materials: v.array(v.object({ id: v.number(), name: v.string(), description: v.string() })),
  gemstones: v.array(ProductGemstone),
  stock_quantity: v.number(),
  low_stock_threshold: v.number(),
  weight: v.number(),
  weight_unit: v.string(),
  is_featured: v.boolean(),
  is_bestseller: v.boolean(),
  is_new: v.boolean(),
  meta_title: v.string(),
  meta_description: v.string(),
  /** Mean of the real reviews to one decimal; null when nobody has reviewed the piece. */
  rating: v.nullable(v.number()),
  review_count: v.number(),
  created_at: Instant,
})
export type Product = v.InferOutput<typeof Product>

export const ProductAnswer = dataOf(Product)
export const ProductsAnswer = dataOf(v.array(Product))
export const ProductPage = v.object({
  count: v.number(),
  results: dataOf(v.array(Product)),
  /** + If a search found nothing: the nearest words that find something, if there are any. */
  suggestion: v.optional(v.string()),
})
export type ProductPage = v.InferOutput<typeof ProductPage>

export const SortBy = v.picklist(
  sortOptions.map((option) => option.value),
  'Unknown sort order',
)
export type SortBy = v.InferOutput<typeof SortBy>

export const PriceBucket = v.picklist(
  priceBuckets.map((bucket) => bucket.value),
  'Unknown price range',
)
export type PriceBucket = v.InferOutput<typeof PriceBucket>

/** A query value that may be repeated: alternatives of one filter. Always an array once read. */
const repeatable = <S extends v.GenericSchema<string, string>>(schema: S, message?: string) =>
  v.optional(
    v.union(
      [
        v.pipe(
          schema,
          v.transform((value) => [value]),
        ),
        v.pipe(v.array(schema), v.maxLength(50, 'Too many values')),
      ],
      message,
    ),
    [],
  )

const filterName = v.pipe(v.string(), printable, v.maxLength(longestName, 'Too long'))

const wholeNumber = (from: number, to: number, message: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,7}$/, message), v.transform(Number))], message),
    v.minValue(from, message),
    v.maxValue(to, message),
  )

const grams = v.pipe(
  v.union(
    [
      v.number(),
      v.pipe(v.string(), v.regex(/^\d{1,6}(\.\d{1,3})?$/, 'Weight must be a number'), v.transform(Number)),
    ],
    'Weight must be a number',
  ),
  v.minValue(0, 'Weight must not be negative'),
)

const flag = v.union(
  [
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((value) => value === 'true'),
    ),
  ],
  'Must be true or false',
)

const Page = wholeNumber(1, 1_000_000, 'Page must be a whole number from 1')
const PageSize = wholeNumber(1, largestPageSize, `Page size must be from 1 to ${largestPageSize}`)

/** What may be asked of a listing, by query parameters; also the search part of a listing page's address. */
export const ListingFilter = v.object({
  sort_by: v.optional(SortBy, 'best_match'),
  is_featured: v.optional(flag),
  is_bestseller: v.optional(flag),
  is_new: v.optional(flag),
  price: repeatable(PriceBucket, 'Unknown price range'),
  category: repeatable(filterName),
  material: repeatable(filterName),
  gemstone: repeatable(filterName),
  collection: repeatable(filterName),
  min_weight: v.optional(grams),
  max_weight: v.optional(grams),
})
export type ListingFilter = v.InferOutput<typeof ListingFilter>

export const ProductListQuery = v.object({
  ...ListingFilter.entries,
  /** + Only these pieces, as far as there are such; one is found by its former slugs, too. */
  slug: repeatable(filterName),
  page: v.optional(Page, 1),
  page_size: v.optional(PageSize, pageSize),
})
export type ProductListQuery = v.InferOutput<typeof ProductListQuery>

export const CategorySlug = v.picklist(
  categories.map((category) => category.slug),
  'Unknown category',
)
export type CategorySlug = v.InferOutput<typeof CategorySlug>

/** The listing of one category; + takes the filters of the general listing except `category`. */
export const CategoryQuery = v.object(
  {
    ...v.omit(ListingFilter, ['category']).entries,
    category: CategorySlug,
    page: v.optional(Page, 1),
    limit: v.optional(PageSize, pageSize),
  },
  'Unknown category',
)
export type CategoryQuery = v.InferOutput<typeof CategoryQuery>

export const SearchQuery = v.object({
  query: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(longestSearch, `Please use at most ${longestSearch} characters`),
    ),
    '',
  ),
  sort_by: v.optional(SortBy, 'best_match'),
  page: v.optional(Page, 1),
  page_size: v.optional(PageSize, pageSize),
})
export type SearchQuery = v.InferOutput<typeof SearchQuery>

/** {@link ProductId} where it may be written in digits. */
const productId = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,10}$/, unknownProduct), v.transform(Number))],
    unknownProduct,
  ),
  ProductId,
)
export const RandomProductsQuery = v.object({
  limit: v.optional(PageSize, 4),
  exclude: v.optional(productId),
  related_to: v.optional(productId),
})
export type RandomProductsQuery = v.InferOutput<typeof RandomProductsQuery>

export const FilterValue = v.object({ name: v.string(), slug: v.string(), count: v.number() })
export type FilterValue = v.InferOutput<typeof FilterValue>
export const FilterValuesAnswer = dataOf(v.array(FilterValue))

/** + What the counts of the filters are of. */
export const FilterQuery = v.object({
  ...v.omit(ListingFilter, ['sort_by']).entries,
  /** + The category whose page it is: what none of its pieces has is no filter there. */
  within: v.optional(CategorySlug),
})
export type FilterQuery = v.InferOutput<typeof FilterQuery>

/**
 * Every value that a listing can be filtered by, with the number of pieces that would be shown with it: a filter's own
 * choice leaves its counts alone, because its values are alternatives, the other filters' choices narrow them.
 */
export const FilterLists = v.object({
  categories: v.array(FilterValue),
  collections: v.array(FilterValue),
  materials: v.array(FilterValue),
  gemstones: v.array(FilterValue),
  /** + How many there are in each range of prices. */
  prices: v.optional(v.array(v.object({ value: PriceBucket, count: v.number() }))),
  /** + How many are new, bestsellers, featured. */
  flags: v.optional(v.object({ is_new: v.number(), is_bestseller: v.number(), is_featured: v.number() })),
})
export type FilterLists = v.InferOutput<typeof FilterLists>
export const FilterListsAnswer = dataOf(FilterLists)
