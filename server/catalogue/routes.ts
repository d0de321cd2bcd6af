import { catalogueTexts } from '#contract/catalogueTexts.ts'
import * as v from 'valibot'
import {
  CategoryQuery,
  FilterListsAnswer,
  FilterQuery,
  FilterValuesAnswer,
  ProductAnswer,
  ProductListQuery,
  ProductPage,
  ProductsAnswer,
  RandomProductsQuery,
  SearchQuery,
} from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../http/fastify.ts'
import type { PublicRead } from '../answers/keptAnswers.ts'
import { notFound } from '../http/problem.ts'
import type { Elapsed, Services } from '../services.ts'
import { keepPieces } from './keptPieces.ts'
import { filterLists, filterValues } from './filters.ts'
import { isListGathered, listProducts, searchProducts, suggestionFor } from './listing.ts'
import { toProduct } from './store.ts'
import { randomProducts } from './suggested.ts'

/** How long an answer is fresh, in seconds: what carries stock or a price shorter than what hardly ever changes. */
const freshFor = { piece: 15, listing: 60, lists: 300 }

const IdOrSlug = v.object({ idOrSlug: v.string() })

export function registerCatalogue(
  app: App,
  publicRead: PublicRead,
  services: Pick<Services, 'db'> & Elapsed,
): void {
  const { db } = services
  const { answerAbout, pageOf } = keepPieces(app, services)

  publicRead(
    `/${paths.products}`,
    {
      querystring: ProductListQuery,
      answer: ProductPage,
      freshFor: freshFor.listing,
      isGathered: isListGathered,
    },
    async ({ query: { page, page_size, ...filter } }, memory) =>
      pageOf(await listProducts(db, filter, { page, size: page_size }), memory),
  )

  publicRead(
    `/${paths.products}:idOrSlug/`,
    { params: IdOrSlug, answer: ProductAnswer, freshFor: freshFor.piece, isGathered: true },
    async ({ params }) => {
      const answer = await answerAbout(params.idOrSlug)
      if (answer === null) throw notFound(catalogueTexts.productNotFound)
      return answer
    },
  )

  publicRead(
    `/${paths.productsByCategory}`,
    { querystring: CategoryQuery, answer: ProductPage, freshFor: freshFor.listing },
    async ({ query: { page, limit, category, ...filter } }, memory) =>
      pageOf(await listProducts(db, { ...filter, category: [category] }, { page, size: limit }), memory),
  )

  publicRead(
    `/${paths.search}`,
    { querystring: SearchQuery, answer: ProductPage, freshFor: freshFor.listing },
    async ({ query: { query, sort_by, page, page_size } }, memory) => {
      const listing = await searchProducts(db, query, sort_by, { page, size: page_size })
      const suggestion = listing.count === 0 ? await suggestionFor(db, query) : undefined
      return pageOf(listing, memory, suggestion)
    },
  )

  publicRead(
    `/${paths.randomProducts}`,
    { querystring: RandomProductsQuery, answer: ProductsAnswer, freshFor: freshFor.listing },
    async ({ query }) => ({ data: (await randomProducts(db, query)).map(toProduct) }),
  )

  publicRead(
    `/${paths.filter}`,
    // As long as the listings whose pieces it counts.
    { querystring: FilterQuery, answer: FilterListsAnswer, freshFor: freshFor.listing },
    async ({ query }) => ({ data: await filterLists(db, query) }),
  )

  for (const list of ['categories', 'collections', 'materials', 'gemstones'] as const) {
    publicRead(`/${paths[list]}`, { answer: FilterValuesAnswer, freshFor: freshFor.lists }, async () => ({
      data: await filterValues(db, list),
    }))
  }
}
