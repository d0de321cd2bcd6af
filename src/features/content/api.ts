import { queryOptions } from '@tanstack/react-query'
import {
  HeroSliderAnswer,
  OfferBannersAnswer,
  OfferLineAnswer,
  PopularCategoriesAnswer,
  PromiseItemsAnswer,
} from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/http.ts'
import type * as v from 'valibot'

/** A query for one list of the home page's content. */
const list = <T>(name: string, path: string, schema: v.GenericSchema<unknown, { data: T[] }>) =>
  // oxlint-disable-next-line @tanstack/query/exhaustive-deps -- the name stands for its path and schema
  queryOptions({
    queryKey: ['content', name],
    queryFn: async ({ signal }) => unwrap(await http.get(path, { schema, signal })).data,
    staleTime: 5 * 60_000,
  })

export const content = {
  heroSlides: () => list('hero-slider', paths.heroSlider, HeroSliderAnswer),
  popularCategories: () => list('popular-categories', paths.popularCategories, PopularCategoriesAnswer),
  banners: () => list('offer-banners', paths.offerBanners, OfferBannersAnswer),
  promiseItems: () => list('promise-items', paths.promiseItems, PromiseItemsAnswer),
  offerLine: () => list('offer-line', paths.offerLine, OfferLineAnswer),
}
