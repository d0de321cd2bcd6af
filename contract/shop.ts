/** The shop's own name and how to reach it: the one place that says so. */
export const shop = {
  name: 'Damson',
  tagline: 'Fine jewellery, made once and worn for ever',
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

/** The specified eight entries of the category bar, in their order. */
export const categoryBar = [
  { label: 'All Jewellery', to: '/products' },
  { label: 'Rings', to: '/products/rings' },
  { label: 'Earrings', to: '/products/earrings' },
  { label: 'Bracelet', to: '/products/bracelets' },
  { label: 'Chain', to: '/products/chains' },
  { label: 'Anklet', to: '/products/anklets' },
  { label: 'Gifting', to: '/products/gifting' },
  { label: 'Contact', to: '/contact' },
] as const
