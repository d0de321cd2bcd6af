export const catalogueTexts = {
  productNotFound: 'Product not found.',
  loadFailed: 'Failed to load product. Please try again.',
  dataMissing: 'Product data not found in response',
  /** Of those whose names the server knows; the others are there. */
  filtersFailed: 'More filters could not be loaded.',
  searchFailed: 'An error occurred during the search.',
  noProducts: 'No products found',
  noResults: (query: string) => `No results found for "${query}"`,
  outOfStock: 'Product is out of stock',
  chooseVariant: 'Please choose an option first',
} as const
