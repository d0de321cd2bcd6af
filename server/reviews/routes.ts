import { catalogueTexts } from '#contract/catalogueTexts.ts'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import { NewReview, ReviewAnswer, ReviewsAnswer } from '#contract/reviews.ts'
import { customerOf, requireCustomer, signedInScope } from '../auth/signedIn.ts'
import { cachePublic } from '../answers/caching.ts'
import { announceTouch } from '../changes.ts'
import { findProduct, toProduct } from '../catalogue/store.ts'
import type { App } from '../http/fastify.ts'
import { notFound } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { turnsAt } from '../queues/unkeptReads.ts'
import { addReview, listReviews, removeReview } from './store.ts'

const PiecePath = v.object({ idOrSlug: v.string() })
const ReviewPath = v.object({ idOrSlug: v.string(), reviewId: v.string() })
const piecePath = `/${paths.products}:idOrSlug/reviews/`

/** Reviews of a piece: everybody may read them, and its buyers write them. */
export async function registerReviews(app: App, services: Services): Promise<void> {
  const { db, clock } = services
  const check = requireCustomer(services)
  const inTurn = turnsAt(app, piecePath)

  /** Null for a guest. A token that no longer counts is refused, so that its owner renews it and sees their own. */
  const readerOf = async (request: FastifyRequest): Promise<string | null> =>
    request.headers.authorization === undefined ? null : (await check(request)).customer_id

  async function findPiece(idOrSlug: string) {
    const product = await findProduct(db, idOrSlug)
    if (product === null) throw notFound(catalogueTexts.productNotFound)
    return product
  }

  app.get(
    piecePath,
    { schema: { params: PiecePath, response: { 200: ReviewsAnswer } } },
    async (request, reply) =>
      inTurn(request, async () => {
        const reader = await readerOf(request)
        const product = await findPiece(request.params.idOrSlug)
        const data = await listReviews(db, product.id, reader)
        // A guest's copy must never be taken for the author's, so it is asked for again each time.
        if (reader === null) cachePublic(reply, 0)
        const { review_count: count, rating } = toProduct(product)
        return { data, count, rating }
      }),
  )

  await signedInScope(app, services, (scope) => {
    scope.post(
      piecePath,
      { schema: { params: PiecePath, body: NewReview, response: { 201: ReviewAnswer } } },
      async (request, reply) => {
        const { id } = await findPiece(request.params.idOrSlug)
        const { customer_id } = customerOf(request)
        const data = await addReview(db, id, customer_id, request.body, clock())
        announceTouch()
        reply.code(201)
        return { data }
      },
    )

    scope.delete(
      `${piecePath}:reviewId/`,
      { schema: { params: ReviewPath, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const { id } = await findPiece(request.params.idOrSlug)
        await removeReview(db, id, customerOf(request).customer_id, request.params.reviewId)
        announceTouch()
        reply.code(204)
      },
    )
  })
}
