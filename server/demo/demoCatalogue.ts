import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { NamedThing, PieceRecord } from '../catalogue/pieceRecord.ts'
import { hasCode } from '../process/failure.ts'

/** The folder of `catalogue.json` and `pictures/`. */
export const demoFolder = fileURLToPath(new URL('../../catalogue', import.meta.url))

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const picture = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*\.avif$/, 'expected a path such as rings/oval-1.avif'),
)
const instant = v.pipe(
  v.string(),
  v.transform((when) => new Date(when)),
  v.check((when) => !Number.isNaN(when.getTime()), 'expected a date'),
)

const DemoCatalogue = v.object({
  collections: v.array(NamedThing),
  materials: v.array(NamedThing),
  gemstones: v.array(NamedThing),
  products: v.array(PieceRecord),
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

export const catalogueFile = (folder: string): string => join(folder, 'catalogue.json')

/**
 * Reads `catalogue.json`; null when there is none: a shop may start empty.
 * @throws {Error} one line that names what is wrong in it
 */
export async function readDemoCatalogue(folder: string): Promise<DemoCatalogue | null> {
  let json: string
  try {
    json = await readFile(catalogueFile(folder), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
  const checked = v.safeParse(v.pipe(v.string(), v.parseJson(), DemoCatalogue), json)
  if (checked.success) return checked.output
  const [issue] = checked.issues
  throw new Error(`catalogue.json: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
}
