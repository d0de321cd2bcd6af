import { eq, sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileNames } from '../catalogue/filing.ts'
import { refreshSearchNames } from '../catalogue/search.ts'
import { addPieces } from '../catalogue/writing.ts'
import { masterAddress } from '../pictures/masters.ts'
import type { Db } from '../db/db.ts'
import { transaction } from '../db/db.ts'
import { catalogueFile, demoFolder, readDemoCatalogue } from './demoCatalogue.ts'
import type { DemoCatalogue } from './demoCatalogue.ts'
import * as catalogue from '../db/schema/catalogue.ts'
import { coupons } from '../db/schema/cart.ts'
import * as content from '../db/schema/content.ts'

const loadedKey = 'catalogue_loaded'

/** Any number that no other program locks in this database. */
export const seedLock = 732_002

export type SeedOptions = {
  /** The folder of `catalogue.json` and `pictures/`; the demo catalogue's by default. */
  folder?: string
  /** Told once, before anything is loaded. */
  onLoad?: () => void
}

/**
 * Loads the demo catalogue into a shop that never had one, completely or not at all. Returns whether it did.
 * @throws {Error} if the catalogue is faulty or a picture of it is missing; nothing is changed then
 */
export async function seed(db: Db, { folder = demoFolder, onLoad }: SeedOptions = {}): Promise<boolean> {
  if (await isLoaded(db)) return false
  const demo = await readDemoCatalogue(folder)
  if (demo === null) return false
  onLoad?.()
  const withAddresses = await addressPictures(demo, join(folder, 'pictures'))
  return transaction(db, async (tx) => {
    // Several servers may start against one PostgreSQL at once; the others wait here and then find it loaded.
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (await isLoaded(tx)) return false
    const { ids } = await fileNames(tx, withAddresses.products, withAddresses)
    await addPieces(tx, { ids, addressOf: (image) => image }, withAddresses.products)
    await refreshSearchNames(tx)
    await insertContent(tx, withAddresses)
    await tx.insert(catalogue.settings).values({ key: loadedKey, value: { at: new Date().toISOString() } })
    return true
  })
}

/** Whether {@link seed} has still to load the demo catalogue: this database has no shop yet, tables or not. */
export const isUnopened = async (db: Db): Promise<boolean> =>
  existsSync(catalogueFile(demoFolder)) && !(await isLoaded(db))

async function isLoaded(db: Db): Promise<boolean> {
  const rows = await db.select().from(catalogue.settings).where(eq(catalogue.settings.key, loadedKey))
  return rows.length > 0
}

async function addressPictures(demo: DemoCatalogue, folder: string): Promise<DemoCatalogue> {
  const addressed = <T extends { image: string }>(rows: readonly T[]): Promise<T[]> =>
    Promise.all(rows.map(async (row) => ({ ...row, image: await masterAddress(row.image, folder) })))
  return {
    ...demo,
    products: await Promise.all(
      demo.products.map(async (product) => ({ ...product, images: await addressed(product.images) })),
    ),
    hero_slides: await addressed(demo.hero_slides),
    banners: await addressed(demo.banners),
    hero_grid_images: await addressed(demo.hero_grid_images),
  }
}

async function insertContent(db: Db, demo: DemoCatalogue): Promise<void> {
  const placed = <T extends object>(rows: readonly T[]) => rows.map((row, position) => ({ ...row, position }))
  if (demo.hero_slides.length > 0) await db.insert(content.hero_slides).values(placed(demo.hero_slides))
  if (demo.banners.length > 0) await db.insert(content.banners).values(placed(demo.banners))
  if (demo.promise_items.length > 0) await db.insert(content.promise_items).values(placed(demo.promise_items))
  if (demo.offer_lines.length > 0) await db.insert(content.offer_lines).values(placed(demo.offer_lines))
  if (demo.hero_grid_images.length > 0) {
    await db.insert(content.hero_grid_images).values(placed(demo.hero_grid_images))
  }
  if (demo.coupons.length > 0) await db.insert(coupons).values(demo.coupons).onConflictDoNothing()
}
