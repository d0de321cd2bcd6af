import { asc, sql } from 'drizzle-orm'
import type { Banner, HeroGridImage, HeroSlide, OfferLine, PromiseItem } from '#contract/content.ts'
import type { Db } from '../db/db.ts'
import { banners, hero_grid_images, hero_slides, offer_lines, promise_items } from '../db/schema/content.ts'

// Each in the order the shop keeps them in; the answer's schema leaves out `id` and `position`.

export const heroSlides = (db: Db): Promise<HeroSlide[]> =>
  db.select().from(hero_slides).orderBy(asc(hero_slides.position))

export const offerBanners = (db: Db): Promise<Banner[]> =>
  db.select().from(banners).orderBy(asc(banners.position))

export const promiseItems = (db: Db): Promise<PromiseItem[]> =>
  db.select().from(promise_items).orderBy(asc(promise_items.position))

export const heroGridImages = (db: Db): Promise<HeroGridImage[]> =>
  db.select().from(hero_grid_images).orderBy(asc(hero_grid_images.position))

export const offerLines = (db: Db): Promise<OfferLine[]> =>
  db.select().from(offer_lines).orderBy(asc(offer_lines.position))

const tables = {
  hero: hero_slides,
  banners,
  hero_grid: hero_grid_images,
  promise: promise_items,
  offer: offer_lines,
} as const
/** What each part of the home page, and the line above every page, is a list of. */
export type Rows = {
  hero: HeroSlide
  banners: Banner
  hero_grid: HeroGridImage
  promise: PromiseItem
  offer: OfferLine
}

/**
 * Locks a part until the end of the transaction, in which it is read and then replaced: of two who do this at once, the
 * second must see what the first has written.
 */
export async function holdContent(db: Db, part: keyof Rows): Promise<void> {
  await db.execute(sql`lock table ${tables[part]} in share row exclusive mode`)
}

/** Puts a whole list in the place of the one that is there. Call it in a transaction that holds the part. */
export async function replaceContent<Part extends keyof Rows>(
  db: Db,
  part: Part,
  rows: readonly Rows[Part][],
): Promise<void> {
  const table = tables[part]
  await db.delete(table)
  const placed = rows.map((row, position) => ({ ...row, position }))
  // Each part's table takes that part's rows, which the types of a table chosen at run time cannot say.
  if (placed.length > 0) await db.insert(table).values(placed as never)
}
