import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { type WishlistEntry, WishlistEntryAnswer } from '#contract/wishlist.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { httpAs } from '#src/offline/customer.ts'
import { goodMoment } from '#src/offline/goodMoment.ts'
import { follow } from '#src/offline/follow.ts'
import { known } from '#src/offline/known.ts'
import { outbox } from '#src/offline/outbox.ts'
import { readAnew } from '#src/offline/readAnew.ts'
import { takeBack, tell } from '#src/offline/tell.ts'
import { wishlist } from './api.ts'
import { type WishlistPayload, applyIntents, collapse } from './intents.ts'
import { wishlistView } from './state.ts'

const feature = 'wishlist'

const Payload: v.GenericSchema<unknown, WishlistPayload> = v.variant('kind', [
  v.object({ kind: v.literal('add'), product_id: v.number(), product: Product }),
  v.object({ kind: v.literal('remove'), product_id: v.number() }),
])

outbox.handle<WishlistPayload>(feature, {
  schema: Payload,

  send({ key, customer, payload: { kind, product_id } }) {
    // Accepts any JSON that our server may send; a captive portal's page is not JSON.
    const call = { schema: v.looseObject({}), body: { product_id }, idempotencyKey: key }
    return httpAs(customer)[kind === 'add' ? 'post' : 'delete'](paths.wishlist, call)
  },

  settle(intent, answer, queryClient) {
    const { payload, customer } = intent
    // A piece that the shop no longer has is gone from the wishlist too, as was wanted.
    const isGone = payload.kind === 'remove' && answer.status === 404
    if (answer.error && !isGone) {
      const fallback = { add: wishlistTexts.addFailed, remove: wishlistTexts.removeFailed }[payload.kind]
      if (outbox.isLast(intent)) takeBack('wishlist')
      const message = answer.status >= 500 ? fallback : messageOf(answer.error, fallback)
      return tell('error', payload.kind === 'add' ? `${payload.product.name}: ${message}` : message)
    }
    const added = v.safeParse(WishlistEntryAnswer, answer.body)
    const { queryKey, data: before } = knownList(queryClient, customer)
    const entry = added.success ? added.output.data : null
    const after =
      entry === null
        ? applyIntents(before, [payload])
        : [entry, ...before.filter((other) => other.product_id !== entry.product_id)]
    queryClient.setQueryData(queryKey, after)
  },

  isReading: (queryClient, customer) => queryClient.isFetching(wishlist.current(customer)) > 0,
  readAgain: (queryClient, customer) => void readAnew(queryClient, wishlist.current(customer)),
})

/** The server's list, as far as it is known. */
const knownList = (queryClient: QueryClient, customer: string) =>
  known<WishlistEntry[]>(queryClient, wishlist.current(customer).queryKey, [])

/** Keeps the wishlist view up to date for this customer, until the returned function is called. */
export function followWishlist(queryClient: QueryClient, customer: string): () => void {
  const observer = new QueryObserver(queryClient, wishlist.current(customer))
  const retry = () => void observer.refetch()
  return follow<WishlistEntry[], WishlistPayload>(
    observer,
    { feature, customer },
    {
      show: ({ data, error, waiting }) => {
        const seen = applyIntents(data ?? knownList(queryClient, customer).data, waiting)
        wishlistView.show({ entries: data && seen, known: seen, error, retry })
      },
      clear: wishlistView.clear,
    },
  )
}

/** Adds a change to those waiting to be sent; resolves once it is stored. */
export async function postToWishlist(customer: string, payload: WishlistPayload): Promise<void> {
  await outbox.post<WishlistPayload>(feature, customer, (unsent, make) => collapse(unsent, payload, make))
  if (payload.kind === 'add') goodMoment.isNow('wish')
}

/** Says what became of a guest's wishes. The password just typed may be all that a reload has waited for. */
export const tellAddedAfterLogin = (wishes: number) =>
  tell('success', wishlistTexts.addedAfterLogin, wishes > 1 ? undefined : 'wishlist')
