import { queryOptions } from '@tanstack/react-query'
import { lateCalls } from '#src/lib/lateCalls.ts'

const asking = lateCalls(() => import('./calls.ts'))

export const content = {
  heroSlides: () =>
    queryOptions({
      queryKey: ['content', 'hero-slider'],
      queryFn: ({ signal }) => asking((calls) => calls.heroSlides(signal)),
    }),
  popularCategories: () =>
    queryOptions({
      queryKey: ['content', 'popular-categories'],
      queryFn: ({ signal }) => asking((calls) => calls.popularCategories(signal)),
    }),
  banners: () =>
    queryOptions({
      queryKey: ['content', 'offer-banners'],
      queryFn: ({ signal }) => asking((calls) => calls.banners(signal)),
    }),
  promiseItems: () =>
    queryOptions({
      queryKey: ['content', 'promise-items'],
      queryFn: ({ signal }) => asking((calls) => calls.promiseItems(signal)),
    }),
  heroGridImages: () =>
    queryOptions({
      queryKey: ['content', 'hero-grid-images'],
      queryFn: ({ signal }) => asking((calls) => calls.heroGridImages(signal)),
    }),
  offerLine: () =>
    queryOptions({
      queryKey: ['content', 'offer-line'],
      queryFn: ({ signal }) => asking((calls) => calls.offerLine(signal)),
      // Nobody is waiting for an offer: a failed refresh is only logged.
      meta: { say: (error) => console.warn('The offer line could not be read.', error) },
    }),
}
