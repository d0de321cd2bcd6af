import { wishlistTexts } from '#contract/wishlistTexts.ts'
import * as v from 'valibot'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { WishlistAnswer, WishlistEntryAnswer, WishlistPiece } from '#contract/wishlist.ts'
import type { WishlistEntry } from '#contract/wishlist.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import { toProduct } from '../catalogue/store.ts'
import type { App } from '../http/fastify.ts'
import { onceByKey } from '../calls/onceByKey.ts'
import type { Services } from '../services.ts'
import { addWish, listWishes, removeWish } from './store.ts'
import type { EntryRow } from './store.ts'

/** What is kept of an addition, so that the first answer can be given again with its status. */
const Added = v.object({ ...WishlistEntryAnswer.entries, isNew: v.boolean() })

/** The wishlist of the signed-in customer. Every write is done at most once for each `Idempotency-Key`. */
export async function registerWishlist(app: App, services: Services): Promise<void> {
  const { db } = services
  const once = onceByKey(services, 'wishlist')

  await signedInScope(app, services, (scope) => {
    scope.get(`/${paths.wishlist}`, { schema: { response: { 200: WishlistAnswer } } }, async (request) => ({
      data: (await listWishes(db, customerOf(request).customer_id)).map(toEntry),
    }))

    scope.post(
      `/${paths.wishlist}`,
      { schema: { body: WishlistPiece, response: { 200: WishlistEntryAnswer, 201: WishlistEntryAnswer } } },
      async (request, reply) => {
        const answer = { schema: Added, status_code: 201 }
        const { data, isNew } = await once(request, reply, answer, async (tx, customer_id) => {
          const added = await addWish(tx, customer_id, request.body.product_id)
          return { data: toEntry(added.entry), isNew: added.isNew }
        })
        reply.code(isNew ? 201 : 200)
        return { data }
      },
    )

    scope.delete(
      `/${paths.wishlist}`,
      { schema: { body: WishlistPiece, response: { 200: MessageAnswer } } },
      async (request, reply) =>
        once(request, reply, { schema: MessageAnswer, status_code: 200 }, async (tx, customer_id) => {
          await removeWish(tx, customer_id, request.body.product_id)
          return { message: wishlistTexts.removed }
        }),
    )
  })
}

const toEntry = ({ id, product }: EntryRow): WishlistEntry => ({
  id,
  product_id: product.id,
  product: toProduct(product),
})
