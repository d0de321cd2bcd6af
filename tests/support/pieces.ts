import type { Product } from '#contract/catalogue.ts'

/** A piece as the catalogue returns it; `id` tells it from others. */
export const piece = (id: number, more: Partial<Product> = {}): Product => ({
  id,
  sku: `P-${id}`,
  name: `Piece ${id}`,
  slug: `piece-${id}`,
  description: '',
  short_description: '',
  price: '120.00',
  compare_at_price: null,
  image: null,
  images: [],
  variant_label: null,
  variants: [],
  collections: [],
  categories: [{ name: 'Rings', slug: 'rings' }],
  materials: [],
  gemstones: [],
  stock_quantity: 5,
  low_stock_threshold: 2,
  weight: 3,
  weight_unit: 'g',
  is_featured: false,
  is_bestseller: false,
  is_new: false,
  meta_title: '',
  meta_description: '',
  rating: null,
  review_count: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  ...more,
})

/** A stone of which only the name is known. */
export const bareStone = (name: string) => ({
  name,
  size: null,
  size_unit: null,
  quality: null,
  color: null,
  is_main: true,
})
