/** How to reach the shop, and what else is said of it below every page: the one place that says so. */
export const shopDetails = {
  email: 'hello@damson.example',
  phone: '+44 20 7946 0123',
  phoneHref: 'tel:+442079460123',
  address: ['Damson Jewels', '14 Orchard Row', 'London EC1R 4QL', 'United Kingdom'],
  supportHours: 'Mon-Sat, 10AM-6PM IST',
  officeHours: 'Mon-Sat 9:00 AM to 6:00 PM',
  /** Only configured links are shown. */
  social: [] as readonly { name: string; href: string }[],
  cards: ['Visa', 'Mastercard', 'American Express', 'PayPal'],
} as const

/** The same address in the parts that search engines ask for: apart, because no page shows it in these. */
export const postalAddress = {
  streetAddress: '14 Orchard Row',
  addressLocality: 'London',
  postalCode: 'EC1R 4QL',
  addressCountry: 'GB',
} as const

// The same place on a map, in degrees. One name each: the build writes them where the map is, and no other page has them.
export const shopLatitude = 51.5253
export const shopLongitude = -0.1091
