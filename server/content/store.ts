import { asc } from 'drizzle-orm'
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
