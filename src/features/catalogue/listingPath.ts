import type { categories } from '#contract/listing.ts'

/** Every address at which a listing with filters is found. */
export type ListingPath =
  | '/products'
  | '/products/all-jewellery'
  | '/all-jewellery'
  | (typeof categories)[number]['path']
