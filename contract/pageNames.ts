/**
 * What links call the pages they lead to, wherever they stand. In sentence case, but for those that the specification
 * names; a category's name is in `listing.ts`.
 */
const pageNames = {
  '/': 'Home',
  '/products': 'All Jewellery',
  '/products/search-results': 'Search',
  '/resources/size-guide': 'Size guide',
  '/resources/returns-exchanges': 'Returns and exchanges',
  '/resources/Warranty': 'Warranty',
  '/track-order': 'Track Order',
  '/contact': 'Contact',
  '/saved': 'Saved on this device',
  '/about_us/about_damson_jewels': 'Our story',
  '/about_us/careers': 'Careers',
  '/about_us/site_map': 'Site map',
  '/account': 'Account Details',
  '/orders': 'My Orders',
  '/wishlist': 'Wishlist',
  '/cart': 'Cart',
  '/login': 'Login',
  '/sign-up': 'Sign Up',
  '/forget-password': 'Forgotten password',
  '/terms-and-conditions': 'Terms and conditions',
  '/privacy-policy': 'Privacy policy',
  '/cookies-settings': 'Cookie settings',
} as const

type NamedLink = { label: string; to: string }

/** Links to these pages under their names. */
export const linksTo = (...pages: (keyof typeof pageNames)[]): NamedLink[] =>
  pages.map((to) => ({ label: pageNames[to], to }))
