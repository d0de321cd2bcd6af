/** The shop's own name; how to reach it is in `shopDetails.ts`, which few pages need. */
export const shop = {
  name: 'Damson',
  tagline: 'Fine jewellery, made once and worn for ever',
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
