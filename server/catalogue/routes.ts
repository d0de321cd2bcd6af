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
import type { App } from '../fastify.ts'
import type { Memory, PublicRead } from '../keptAnswers.ts'
import { notFound } from '../problem.ts'
import type { Services } from '../services.ts'
import { Written } from '../written.ts'
import { keepPieces } from './keptPieces.ts'
import { filterLists, filterValues } from './filters.ts'
import { listProducts, searchProducts, suggestionFor } from './listing.ts'
import type { Listing } from './listing.ts'
import { findProduct, randomProducts, toProduct } from './store.ts'

/** How long an answer is fresh, in seconds: what carries stock or a price shorter than what hardly ever changes. */
const freshFor = { piece: 15, listing: 60, lists: 300 }

const IdOrSlug = v.object({ idOrSlug: v.string() })

export function registerCatalogue(
  app: App,
  publicRead: PublicRead,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): void {
  const piecesOf = keepPieces(app, { db, clock })
  /** As JSON of a {@link ProductPage}, its fields in that order. */
  const toPage = async ({ count, ids }: Listing, memory: Memory | null, suggestion?: string) => {
    const pieces = await piecesOf(ids, memory)
    const end = suggestion === undefined ? '' : `,"suggestion":${JSON.stringify(suggestion)}`
    return new Written(`{"count":${count},"results":{"data":[${pieces.join(',')}]}${end}}`)
  }

  publicRead(
    `/${paths.products}`,
    { querystring: ProductListQuery, answer: ProductPage, freshFor: freshFor.listing },
    async ({ query: { page, page_size, ...filter } }, memory) =>
      toPage(await listProducts(db, filter, { page, size: page_size }), memory),
  )

  publicRead(
    `/${paths.products}:idOrSlug/`,
    { params: IdOrSlug, answer: ProductAnswer, freshFor: freshFor.piece },
    async ({ params }) => {
      const row = await findProduct(db, params.idOrSlug)
      if (row === null) throw notFound(catalogueTexts.productNotFound)
      return { data: toProduct(row) }
    },
  )

  publicRead(
    `/${paths.productsByCategory}`,
    { querystring: CategoryQuery, answer: ProductPage, freshFor: freshFor.listing },
    async ({ query: { page, limit, category, ...filter } }, memory) =>
      toPage(await listProducts(db, { ...filter, category: [category] }, { page, size: limit }), memory),
  )

  publicRead(
    `/${paths.search}`,
    { querystring: SearchQuery, answer: ProductPage, freshFor: freshFor.listing },
    async ({ query: { query, sort_by, page, page_size } }, memory) => {
      const listing = await searchProducts(db, query, sort_by, { page, size: page_size })
      const suggestion = listing.count === 0 ? await suggestionFor(db, query) : undefined
      return toPage(listing, memory, suggestion)
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
