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
import { cachePublic } from '../caching.ts'
import type { App } from '../fastify.ts'
import { notFound } from '../problem.ts'
import type { Services } from '../services.ts'
import { filterLists, filterValues } from './filters.ts'
import { listProducts, searchProducts, suggestionFor } from './listing.ts'
import type { Listing } from './listing.ts'
import { findProduct, randomProducts, toProduct } from './store.ts'

/** How long an answer is fresh, in seconds: what carries stock or a price shorter than what hardly ever changes. */
const freshFor = { piece: 15, listing: 60, lists: 300 }

const IdOrSlug = v.object({ idOrSlug: v.string() })

const toPage = ({ count, products }: Listing) => ({ count, results: { data: products.map(toProduct) } })

export function registerCatalogue(app: App, { db }: Services): void {
  app.get(
    `/${paths.products}`,
    { schema: { querystring: ProductListQuery, response: { 200: ProductPage } } },
    async ({ query: { page, page_size, ...filter } }, reply) => {
      const listing = await listProducts(db, filter, { page, size: page_size })
      cachePublic(reply, freshFor.listing)
      return toPage(listing)
    },
  )

  app.get(
    `/${paths.products}:idOrSlug/`,
    { schema: { params: IdOrSlug, response: { 200: ProductAnswer } } },
    async ({ params }, reply) => {
      const row = await findProduct(db, params.idOrSlug)
      if (row === null) throw notFound(catalogueTexts.productNotFound)
      cachePublic(reply, freshFor.piece)
      return { data: toProduct(row) }
    },
  )

  app.get(
    `/${paths.productsByCategory}`,
    { schema: { querystring: CategoryQuery, response: { 200: ProductPage } } },
    async ({ query: { page, limit, category, ...filter } }, reply) => {
      const listing = await listProducts(db, { ...filter, category: [category] }, { page, size: limit })
      cachePublic(reply, freshFor.listing)
      return toPage(listing)
    },
  )

  app.get(
    `/${paths.search}`,
    { schema: { querystring: SearchQuery, response: { 200: ProductPage } } },
    async ({ query: { query, sort_by, page, page_size } }, reply) => {
      const listing = await searchProducts(db, query, sort_by, { page, size: page_size })
      const suggestion = listing.count === 0 ? await suggestionFor(db, query) : undefined
      cachePublic(reply, freshFor.listing)
      return { ...toPage(listing), suggestion }
    },
  )

  app.get(
    `/${paths.randomProducts}`,
    { schema: { querystring: RandomProductsQuery, response: { 200: ProductsAnswer } } },
    async ({ query }, reply) => {
      const rows = await randomProducts(db, query)
      cachePublic(reply, freshFor.listing)
      return { data: rows.map(toProduct) }
    },
  )

  app.get(
    `/${paths.filter}`,
    { schema: { querystring: FilterQuery, response: { 200: FilterListsAnswer } } },
    async ({ query }, reply) => {
      const data = await filterLists(db, query)
      // As long as the listings whose pieces it counts.
      cachePublic(reply, freshFor.listing)
      return { data }
    },
  )

  for (const list of ['categories', 'collections', 'materials', 'gemstones'] as const) {
    app.get(
      `/${paths[list]}`,
      { schema: { response: { 200: FilterValuesAnswer } } },
      async (_request, reply) => {
        const data = await filterValues(db, list)
        cachePublic(reply, freshFor.lists)
        return { data }
      },
    )
  }
}
