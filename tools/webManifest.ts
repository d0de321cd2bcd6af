import type { ManifestOptions } from 'vite-plugin-pwa'
import { shop } from '../contract/shop.ts'

const png = (name: string, side: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
})
const sides = [192, 512]

const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [png(`shortcut-${icon}`, 96)],
})

const screenshot = (name: string, form_factor: 'narrow' | 'wide', sizes: string, label: string) => ({
  src: `/screenshots/${name}.jpg`,
  sizes,
  type: 'image/jpeg',
  form_factor,
  label,
})

/**
 * The web manifest, from which a phone installs the shop. The drawings come from `tools/icons.ts`, the screenshots from
 * `npm run pictures`. A manifest has only one theme colour: the dark theme's is in the pages' `<meta
 * name="theme-color">`.
 */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: shop.name,
  short_name: shop.name,
  description: shop.tagline,
  lang: 'en-GB',
  dir: 'ltr',
  categories: ['shopping', 'lifestyle'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fffcf8',
  theme_color: '#6b2858',
  icons: [
    ...sides.map((side) => ({ ...png(`icon-${side}`, side), purpose: 'any' as const })),
    ...sides.map((side) => ({ ...png(`icon-maskable-${side}`, side), purpose: 'maskable' as const })),
    ...sides.map((side) => ({ ...png(`icon-monochrome-${side}`, side), purpose: 'monochrome' as const })),
  ],
  shortcuts: [
    shortcut('Search', '/search-results', 'search'),
    shortcut('Wishlist', '/wishlist', 'wishlist'),
    shortcut('Cart', '/cart', 'cart'),
    shortcut('Track order', '/track-order', 'track'),
  ],
  screenshots: [
    screenshot('home-phone', 'narrow', '780x1688', 'The shop on a phone'),
    screenshot('product-phone', 'narrow', '780x1688', 'A piece, from every side'),
    screenshot('home-desktop', 'wide', '1440x900', 'The shop window'),
    screenshot('listing-desktop', 'wide', '1440x900', 'All jewellery, by what matters to you'),
  ],
}
