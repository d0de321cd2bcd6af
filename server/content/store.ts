import { asc, sql } from 'drizzle-orm'
import type { Banner, HeroGridImage, HeroSlide, OfferLine, PromiseItem } from '#contract/content.ts'
import { namedFilters } from '#contract/listing.ts'
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

/**
 * Which items of the home page lead to a piece that is found by one of these names, as the desk calls them:
 * 'hero_grid 2'.
 */
export function leadingTo(db: Db, names: readonly string[], publicUrl: string): Promise<string[]> {
  const pages = new Set(names.map((name) => `/products/${name}`))
  return leading(db, publicUrl, ({ pathname }) => pages.has(pathname.toLowerCase().replace(/\/$/, '')))
}

/** Which of them lead to a list that is narrowed to one of these names. */
export function narrowedTo(db: Db, names: readonly string[], publicUrl: string): Promise<string[]> {
  const given = new Set(names.map((name) => name.toLowerCase()))
  return leading(db, publicUrl, ({ searchParams }) =>
    namedFilters.some((filter) =>
      searchParams.getAll(filter.name).some((name) => given.has(name.toLowerCase())),
    ),
  )
}

async function leading(db: Db, publicUrl: string, isThere: (address: URL) => boolean): Promise<string[]> {
  return (await linksWithin(db, publicUrl)).filter(({ address }) => isThere(address)).map(({ item }) => item)
}

/** A link may be a path in the shop, or a whole address that begins with the shop's own. */
type LinkWithin = { part: keyof Rows; item: string; link: string; address: URL }

/** Where the items of the home page lead within the shop. */
export async function linksWithin(db: Db, publicUrl: string): Promise<LinkWithin[]> {
  const links = {
    hero: (await heroSlides(db)).map(({ link }) => link),
    banners: (await offerBanners(db)).map(({ button_link }) => button_link),
    hero_grid: (await heroGridImages(db)).map(({ link }) => link),
  }
  const isOwn = (address: URL) => address.origin === new URL(publicUrl).origin
  return (['hero', 'banners', 'hero_grid'] as const).flatMap((part) =>
    links[part].flatMap((link, place) => {
      const address = new URL(link, publicUrl)
      return isOwn(address) ? [{ part, item: `${part} ${place + 1}`, link, address }] : []
    }),
  )
}

const isText = (name: string): boolean => !['image', 'link', 'button_link'].includes(name)

/** Which items of the home page, or offer lines, have a coupon's code in their texts, in whatever capitals. */
export async function saying(db: Db, code: string): Promise<string[]> {
  const parts: Record<keyof Rows, object[]> = {
    hero: await heroSlides(db),
    banners: await offerBanners(db),
    hero_grid: await heroGridImages(db),
    promise: await promiseItems(db),
    offer: await offerLines(db),
  }
  const said = new RegExp(String.raw`(?<![\p{L}\p{N}-])${code}(?![\p{L}\p{N}-])`, 'iu')
  const isSaid = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && isText(name) && said.test(value)
  return Object.entries(parts).flatMap(([part, items]) =>
    items.flatMap((item, place) => (Object.entries(item).some(isSaid) ? [`${part} ${place + 1}`] : [])),
  )
}

const tables = {
  hero: hero_slides,
  banners,
  hero_grid: hero_grid_images,
  promise: promise_items,
  offer: offer_lines,
} as const
type Rows = {
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
