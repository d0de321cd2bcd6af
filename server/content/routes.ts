import {
  HeroGridImagesAnswer,
  HeroSliderAnswer,
  OfferBannersAnswer,
  OfferLineAnswer,
  PopularCategoriesAnswer,
  PromiseItemsAnswer,
} from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import type { FastifyReply } from 'fastify'
import { cachePublic } from '../caching.ts'
import { popularCategories } from '../catalogue/store.ts'
import type { App } from '../fastify.ts'
import type { Services } from '../services.ts'
import * as content from './store.ts'

/** In seconds: the home page's pictures and words change seldom. */
const freshFor = 300

async function shown<T>(reply: FastifyReply, rows: Promise<T[]>): Promise<{ data: T[] }> {
  const data = await rows
  cachePublic(reply, freshFor)
  return { data }
}

export function registerContent(app: App, { db }: Services): void {
  app.get(`/${paths.heroSlider}`, { schema: { response: { 200: HeroSliderAnswer } } }, (_request, reply) =>
    shown(reply, content.heroSlides(db)),
  )
  app.get(
    `/${paths.popularCategories}`,
    { schema: { response: { 200: PopularCategoriesAnswer } } },
    (_request, reply) => shown(reply, popularCategories(db)),
  )
  app.get(
    `/${paths.offerBanners}`,
    { schema: { response: { 200: OfferBannersAnswer } } },
    (_request, reply) => shown(reply, content.offerBanners(db)),
  )
  app.get(
    `/${paths.promiseItems}`,
    { schema: { response: { 200: PromiseItemsAnswer } } },
    (_request, reply) => shown(reply, content.promiseItems(db)),
  )
  app.get(
    `/${paths.heroGridImages}`,
    { schema: { response: { 200: HeroGridImagesAnswer } } },
    (_request, reply) => shown(reply, content.heroGridImages(db)),
  )
  app.get(`/${paths.offerLine}`, { schema: { response: { 200: OfferLineAnswer } } }, (_request, reply) =>
    shown(reply, content.offerLines(db)),
  )
}
