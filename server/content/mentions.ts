import { namedFilters } from '#contract/listing.ts'
import type { Db } from '../db/db.ts'
import { heroGridImages, heroSlides, offerBanners, offerLines, promiseItems } from './store.ts'
import type { Rows } from './store.ts'

// Where the home page, or the line above every page, leads to something or names it.

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

/** Those whose address is such a one. */
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
