import type { categories } from '#contract/listing.ts'

/** Every address that has a listing with filters. */
export type ListingPath =
  | '/products'
  | '/products/all-jewellery'
  | '/all-jewellery'
  | (typeof categories)[number]['path']

/** Where search results are shown: reached from a desktop's header, and from a phone's menu. */
export type ResultsPath = '/products/search-results' | '/search-results'
