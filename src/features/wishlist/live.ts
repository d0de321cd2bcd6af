import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { toastFor } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { type WishlistEntry, WishlistEntryAnswer } from '#contract/wishlist.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { http } from '#src/lib/client.ts'
import { follow } from '#src/offline/follow.ts'
import { outbox } from '#src/offline/outbox.ts'
import { notify } from '#src/ui/notify.ts'
import { wishlist } from './api.ts'
import { type WishlistPayload, applyIntents, collapse } from './intents.ts'
import { wishlistView } from './state.ts'

const feature = 'wishlist'

outbox.handle<WishlistPayload>(feature, {
  send({ key, payload: { kind, product_id } }) {
    const call = { body: { product_id }, idempotencyKey: key }
    return kind === 'add'
      ? http.post(paths.wishlist, { ...call, schema: WishlistEntryAnswer })
      : http.delete(paths.wishlist, { ...call, schema: v.unknown() })
  },

  settle({ payload }, answer, queryClient) {
    // What the shop no longer has is gone from the wishlist too, as was wanted.
    const isGone = payload.kind === 'remove' && answer.status === 404
    if (answer.error && !isGone) {
      const fallback = { add: wishlistTexts.addFailed, remove: wishlistTexts.removeFailed }[payload.kind]
      notify.error(messageOf(answer.error, fallback), { duration: toastFor.long })
      return
    }
    const added = v.safeParse(WishlistEntryAnswer, answer.body)
    changeKnown(queryClient, (known) => {
      if (!added.success) return applyIntents(known, [payload])
      const entry = added.output.data
      return [entry, ...known.filter((other) => other.product_id !== entry.product_id)]
    })
  },

  drained: (queryClient) => void queryClient.invalidateQueries(wishlist.current()),
})

/** Where nothing is known of the server's list yet, a part of it must not be taken for all. */
function changeKnown(queryClient: QueryClient, change: (known: WishlistEntry[]) => WishlistEntry[]) {
  queryClient.setQueryData(wishlist.current().queryKey, (known) => known && change(known))
}

/** Keeps the wishlist on view for this customer, until the function it gives is called. */
export function followWishlist(queryClient: QueryClient, customer: string): () => void {
  const observer = new QueryObserver(queryClient, wishlist.current())
  const retry = () => void observer.refetch()
  return follow<WishlistEntry[], WishlistPayload>(
    observer,
    { feature, customer },
    {
      show: ({ data, error, waiting }) =>
        wishlistView.show({ entries: data && applyIntents(data, waiting), error, retry }),
      clear: wishlistView.clear,
    },
  )
}

/** Adds a change to what waits to be sent; done once it has been sent, or is known to have to wait. */
export const postToWishlist = (customer: string, payload: WishlistPayload) =>
  outbox.post<WishlistPayload>(feature, customer, (unsent, make) => collapse(unsent, payload, make))
