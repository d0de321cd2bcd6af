export const sortOptions = [
  { value: 'best_match', label: 'Best Matches' },
  { value: 'price_low_high', label: 'Price: Low to High' },
  { value: 'price_high_low', label: 'Price: High to Low' },
  { value: 'newest', label: 'Newest First' },
] as const

/** What pieces are filed under and filtered by, by its names, and what in a piece and in the counted filters has them. */
export const namedFilters = [
  { name: 'category', list: 'categories' },
  { name: 'collection', list: 'collections' },
  { name: 'material', list: 'materials' },
  { name: 'gemstone', list: 'gemstones' },
] as const
export type NamedFilter = (typeof namedFilters)[number]['name']

/**
 * Lower bound inclusive, upper exclusive, in whole pounds; the last has no upper bound. The database files pieces under
 * them by its own reckoning (`piece_facts_of`): other ranges take a migration.
 */
export const priceBuckets = [
  { value: '0-300', label: 'Under £300', from: 0, below: 300 },
  { value: '300-600', label: '£300 - £600', from: 300, below: 600 },
  { value: '600-900', label: '£600 - £900', from: 600, below: 900 },
  { value: '900-', label: 'Over £900', from: 900, below: null },
] as const

/** The shop's categories: the server's slug, and the page that shows it. */
export const categories = [
  {
    slug: 'rings',
    path: '/products/rings',
    name: 'Rings',
  },
  {
    slug: 'earrings',
    path: '/products/earrings',
    name: 'Earrings',
  },
  {
    slug: 'bracelets',
    path: '/products/bracelets',
    name: 'Bracelets',
  },
  {
    slug: 'chains',
    path: '/products/chains',
    name: 'Chains',
  },
  {
    slug: 'anklets',
    path: '/products/anklets',
    name: 'Anklets',
  },
  {
    slug: 'gifts',
    path: '/products/gifting',
    name: 'Gifts',
  },
  {
    slug: 'pendants',
    path: '/pendant',
    name: 'Pendants',
  },
] as const

/** Fixed paths below `/products/` win over slugs, so no piece may be called so. */
export const reservedSlugs = [
  'all-jewellery',
  'rings',
  'earrings',
  'bracelets',
  'chains',
  'anklets',
  'gifting',
  'pendants',
  'search-results',
] as const
