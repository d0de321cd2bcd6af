import * as v from 'valibot'
import {
  HeroGridImagesAnswer,
  HeroSliderAnswer,
  OfferBannersAnswer,
  OfferLineAnswer,
  PopularCategoriesAnswer,
  PromiseItemsAnswer,
} from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import { popularCategories } from '../catalogue/suggested.ts'
import type { Db } from '../db/db.ts'
import type { PublicRead } from '../answers/keptAnswers.ts'
import type { Services } from '../services.ts'
import * as content from './store.ts'

/** In seconds: an offer that is over must not be read for long. */
const freshFor = 60

export function registerContent(publicRead: PublicRead, { db }: Pick<Services, 'db'>): void {
  const list = <Answer extends v.GenericSchema<{ data: unknown[] }>>(
    path: string,
    answer: Answer,
    read: (from: Db) => Promise<v.InferInput<Answer>['data']>,
  ) => publicRead(`/${path}`, { answer, freshFor }, async () => ({ data: await read(db) }))

  list(paths.heroSlider, HeroSliderAnswer, content.heroSlides)
  list(paths.popularCategories, PopularCategoriesAnswer, popularCategories)
  list(paths.offerBanners, OfferBannersAnswer, content.offerBanners)
  list(paths.promiseItems, PromiseItemsAnswer, content.promiseItems)
  list(paths.heroGridImages, HeroGridImagesAnswer, content.heroGridImages)
  list(paths.offerLine, OfferLineAnswer, content.offerLines)
}
