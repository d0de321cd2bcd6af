import { categories } from '#contract/listing.ts'
import { linksTo } from '#contract/pageNames.ts'

export const footerSections = [
  {
    title: 'Shop',
    links: [...linksTo('/products'), ...categories.map(({ name, path }) => ({ label: name, to: path }))],
  },
  {
    title: 'Resources',
    links: linksTo(
      '/resources/size-guide',
      '/resources/returns-exchanges',
      '/resources/Warranty',
      '/track-order',
      // Also for who is not logged in: it asks for that first. The footer is the same for everybody.
      '/account',
      '/orders',
      '/cart',
    ),
  },
  {
    title: 'About Us',
    links: linksTo('/about_us/about_damson_jewels', '/about_us/careers', '/contact', '/about_us/site_map'),
  },
]

export const legalLinks = linksTo('/terms-and-conditions', '/privacy-policy', '/cookies-settings')
