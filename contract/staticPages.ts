/**
 * Pages whose content is in the code alone: finished by the build, and readable without any network. In the order in
 * which `/saved` lists them.
 */
export const staticPaths = [
  '/resources/size-guide',
  '/resources/returns-exchanges',
  '/resources/Warranty',
  '/contact',
  '/about_us/about_damson_jewels',
  '/about_us/careers',
  '/terms-and-conditions',
  '/privacy-policy',
  '/cookies-settings',
  '/about_us/site_map',
] as const
