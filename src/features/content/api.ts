import { queryOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http } from '#src/lib/client.ts'

const schemas = () => import('#contract/content.ts')
type Schemas = Awaited<ReturnType<typeof schemas>>

/** Reads one list of the home page's content. */
const read =
  <T>(path: string, pick: (all: Schemas) => v.GenericSchema<unknown, { data: T[] }>) =>
  async ({ signal }: { signal: AbortSignal }) =>
    unwrap(await http.get(path, { schema: async () => pick(await schemas()), signal })).data

const shared = { staleTime: 5 * 60_000 }

export const content = {
  heroSlides: () =>
    queryOptions({
      ...shared,
      queryKey: ['content', 'hero-slider'],
      queryFn: read(paths.heroSlider, (all) => all.HeroSliderAnswer),
    }),
  popularCategories: () =>
    queryOptions({
      ...shared,
      queryKey: ['content', 'popular-categories'],
      queryFn: read(paths.popularCategories, (all) => all.PopularCategoriesAnswer),
    }),
  banners: () =>
    queryOptions({
      ...shared,
      queryKey: ['content', 'offer-banners'],
      queryFn: read(paths.offerBanners, (all) => all.OfferBannersAnswer),
    }),
  promiseItems: () =>
    queryOptions({
      ...shared,
      queryKey: ['content', 'promise-items'],
      queryFn: read(paths.promiseItems, (all) => all.PromiseItemsAnswer),
    }),
  offerLine: () =>
    queryOptions({
      ...shared,
      queryKey: ['content', 'offer-line'],
      queryFn: read(paths.offerLine, (all) => all.OfferLineAnswer),
    }),
}
