import {
  HeroGridImagesAnswer,
  HeroSliderAnswer,
  OfferBannersAnswer,
  OfferLineAnswer,
  PopularCategoriesAnswer,
  PromiseItemsAnswer,
} from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http } from '#src/lib/client.ts'

/** Each reads one list of the home page's content. */
export const heroSlides = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.heroSlider, { schema: HeroSliderAnswer, signal })).data

export const popularCategories = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.popularCategories, { schema: PopularCategoriesAnswer, signal })).data

export const banners = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.offerBanners, { schema: OfferBannersAnswer, signal })).data

export const promiseItems = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.promiseItems, { schema: PromiseItemsAnswer, signal })).data

export const heroGridImages = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.heroGridImages, { schema: HeroGridImagesAnswer, signal })).data

export const offerLine = async (signal: AbortSignal) =>
  unwrap(await http.get(paths.offerLine, { schema: OfferLineAnswer, signal })).data
