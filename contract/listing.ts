export const sortOptions = [
  { value: 'best_match', label: 'Best Matches' },
  { value: 'price_low_high', label: 'Price: Low to High' },
  { value: 'price_high_low', label: 'Price: High to Low' },
  { value: 'newest', label: 'Newest First' },
] as const

/** Lower bound inclusive, upper exclusive, in whole pounds; the last has no upper bound. */
export const priceBuckets = [
  { value: '0-300', label: 'Under £300', from: 0, below: 300 },
  { value: '300-600', label: '£300 - £600', from: 300, below: 600 },
  { value: '600-900', label: '£600 - £900', from: 600, below: 900 },
  { value: '900-', label: 'Over £900', from: 900, below: null },
] as const

/** The shop's categories: the server's slug, the page that shows it, and what that page says. */
export const categories = [
  {
    slug: 'rings',
    path: '/products/rings',
    name: 'Rings',
    tagline: 'Solitaires, halos and bands, set by hand.',
  },
  {
    slug: 'earrings',
    path: '/products/earrings',
    name: 'Earrings',
    tagline: 'Studs, hoops and drops that catch the light.',
  },
  {
    slug: 'bracelets',
    path: '/products/bracelets',
    name: 'Bracelets',
    tagline: 'Bangles, cuffs and fine lines of stones.',
  },
  {
    slug: 'chains',
    path: '/products/chains',
    name: 'Chains',
    tagline: 'Cable, rope and curb, in lengths to layer.',
  },
  {
    slug: 'anklets',
    path: '/products/anklets',
    name: 'Anklets',
    tagline: 'Light enough to forget, pretty enough to notice.',
  },
  {
    slug: 'gifts',
    path: '/products/gifting',
    name: 'Gifts',
    tagline: 'Small things in good boxes, ready to give.',
  },
  {
    slug: 'pendants',
    path: '/pendant',
    name: 'Pendants',
    tagline: 'Lockets, stones and charms to wear close.',
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

export const catalogueTexts = {
  productNotFound: 'Product not found.',
  loadFailed: 'Failed to load product. Please try again.',
  dataMissing: 'Product data not found in response',
  searchFailed: 'An error occurred during the search.',
  noProducts: 'No products found',
  outOfStock: 'Product is out of stock',
  chooseVariant: 'Please choose an option first',
} as const
