import type { categories } from '#contract/listing.ts'

/** Every address at which a listing with filters is found. */
export type ListingPath =
  | '/products'
  | '/products/all-jewellery'
  | '/all-jewellery'
  | (typeof categories)[number]['path']

/** Where search results are shown: come to from a desktop's header, and from a phone's menu. */
export type ResultsPath = '/products/search-results' | '/search-results'
