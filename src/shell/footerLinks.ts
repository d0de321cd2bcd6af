import { categories } from '#contract/listing.ts'

export const footerSections = [
  {
    title: 'Shop',
    links: [
      { label: 'All Jewellery', to: '/products' },
      ...categories.map(({ name, path }) => ({ label: name, to: path as string })),
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Size Guide', to: '/resources/size-guide' },
      { label: 'Returns and Exchanges', to: '/resources/returns-exchanges' },
      { label: 'Warranty', to: '/resources/Warranty' },
      { label: 'Track Order', to: '/track-order' },
      { label: 'My Orders', to: '/orders' },
      { label: 'Cart', to: '/cart' },
    ],
  },
  {
    title: 'About Us',
    links: [
      { label: 'Our Story', to: '/about_us/about_damson_jewels' },
      { label: 'Careers', to: '/about_us/careers' },
      { label: 'Contact', to: '/contact' },
      { label: 'Login', to: '/login' },
      { label: 'Site Map', to: '/about_us/site_map' },
    ],
  },
]

export const legalLinks = [
  { label: 'Terms and Conditions', to: '/terms-and-conditions' },
  { label: 'Privacy Policy', to: '/privacy-policy' },
  { label: 'Cookie Settings', to: '/cookies-settings' },
]
