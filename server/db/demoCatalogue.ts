import { reservedSlugs } from '#contract/listing.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { CategorySlug } from '#contract/catalogue.ts'
import { hasCode } from '../failure.ts'

/** The folder of `catalogue.json` and `pictures/`. */
export const demoFolder = fileURLToPath(new URL('../../catalogue', import.meta.url))

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
const pence = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000))
const picture = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*\.avif$/, 'expected a path such as rings/oval-1.avif'),
)
const instant = v.pipe(
  v.string(),
  v.transform((when) => new Date(when)),
  v.check((when) => !Number.isNaN(when.getTime()), 'expected a date'),
)
const slug = v.pipe(
  v.string(),
  // With a letter in it, because a number in an address is an id.
  v.regex(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens'),
  v.check(
    (name) => !reservedSlugs.some((reserved) => reserved === name),
    'is the address of a page of the shop',
  ),
)

const DemoProduct = v.object({
  sku: text,
  slug,
  name: text,
  category: CategorySlug,
  collections: v.array(text),
  materials: v.array(text),
  gemstones: v.array(
    v.object({
      name: text,
      size: v.nullable(v.number()),
      size_unit: v.nullable(v.string()),
      quality: v.nullable(v.string()),
      color: v.nullable(v.string()),
      is_main: v.boolean(),
    }),
  ),
  description: text,
  short_description: text,
  meta_title: text,
  meta_description: text,
  price: pence,
  compare_at_price: v.nullable(pence),
  stock_quantity: count,
  low_stock_threshold: count,
  weight: v.pipe(v.number(), v.minValue(0)),
  weight_unit: v.optional(text, 'g'),
  is_featured: v.boolean(),
  is_bestseller: v.boolean(),
  is_new: v.boolean(),
  created_at: instant,
  images: v.array(v.object({ image: picture, alt_text: text, is_default: v.boolean() })),
  variant_label: v.nullable(text),
  variants: v.array(
    v.object({
      name: text,
      sku: text,
      price: pence,
      compare_at_price: v.nullable(pence),
      stock_quantity: count,
    }),
  ),
})
export type DemoProduct = v.InferOutput<typeof DemoProduct>

const DemoCatalogue = v.object({
  categories: v.array(v.object({ name: text, slug: CategorySlug })),
  collections: v.array(v.object({ name: text, description: text })),
  materials: v.array(v.object({ name: text, description: text })),
  gemstones: v.array(v.object({ name: text })),
  products: v.array(DemoProduct),
  hero_slides: v.array(
    v.object({
      image: picture,
      alt_text: text,
      eyebrow: text,
      title: text,
      subtitle: text,
      button_text: text,
      link: text,
      empty_side: v.picklist(['left', 'right']),
    }),
  ),
  banners: v.array(
    v.object({
      banner_type: v.picklist(['special_offer', 'new_collection']),
      title: text,
      image: picture,
      alt_text: text,
      button_text: text,
      button_link: text,
    }),
  ),
  promise_items: v.array(v.object({ icon: text, title: text, subtitle: v.nullable(v.string()) })),
  offer_lines: v.array(v.object({ text })),
  hero_grid_images: v.array(v.object({ image: picture, alt_text: text, link: text })),
  coupons: v.array(
    v.object({
      code: v.pipe(text, v.toUpperCase()),
      percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
      expires_at: v.nullable(instant),
    }),
  ),
})
export type DemoCatalogue = v.InferOutput<typeof DemoCatalogue>

/**
 * Reads `catalogue.json`; null when there is none: a shop may start empty.
 * @throws {Error} one line that names what is wrong in it
 */
export async function readDemoCatalogue(folder: string): Promise<DemoCatalogue | null> {
  let json: string
  try {
    json = await readFile(join(folder, 'catalogue.json'), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  const checked = v.safeParse(v.pipe(v.string(), v.parseJson(), DemoCatalogue), json)
  if (checked.success) return checked.output
  const [issue] = checked.issues
  throw new Error(`catalogue.json: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}
