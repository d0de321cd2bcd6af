/** Pages whose content is in the code alone: finished by the build, and readable without any network. */
export const staticPaths = [
  '/resources/returns-exchanges',
  '/resources/Warranty',
  '/resources/size-guide',
  '/about_us/about_damson_jewels',
  '/about_us/careers',
  '/about_us/site_map',
  '/terms-and-conditions',
  '/privacy-policy',
  '/cookies-settings',
  '/contact',
] as const

/** Where everything is one customer's own: no page for search engines, and none that the server fills. */
export const customerPaths = ['/account', '/cart', '/orders', '/wishlist'] as const
