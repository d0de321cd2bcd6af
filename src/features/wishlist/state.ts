import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Product } from '#contract/catalogue.ts'
import { toastFor } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { type WishlistEntry, WishlistEntryAnswer } from '#contract/wishlist.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { http, session } from '#src/lib/client.ts'
import { useSession } from '#src/lib/useSession.ts'
import { type Intent, outbox } from '#src/offline/outbox.ts'
import { notify } from '#src/ui/notify.ts'
import { wishlist } from './api.ts'
import { type WishlistIntent, type WishlistPayload, applyIntents, collapse } from './intents.ts'
import { takeWanted } from './wanted.ts'

const feature = 'wishlist'
const none: readonly Intent[] = []
const follow = (listener: () => void) => outbox.subscribe(listener)

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

/** The wishlist as the shopper sees it; no entries while nothing is known of it, or for a guest. */
export function useWishlist(): {
  entries: WishlistEntry[] | undefined
  error: Error | null
  retry: () => void
} {
  const { user, isAuthenticated } = useSession()
  const { data, error, refetch } = useQuery({ ...wishlist.current(), enabled: isAuthenticated })
  const waiting = useSyncExternalStore(follow, outbox.all, () => none)
  const retry = () => void refetch()
  if (!isAuthenticated) return { entries: undefined, error: null, retry }
  const mine = waiting.filter(
    (intent) => intent.feature === feature && intent.customer === user?.id,
  ) as WishlistIntent[]
  const payloads = mine.map((intent) => intent.payload)
  return { entries: data && applyIntents(data, payloads), error, retry }
}

/** Changes the wishlist, online and offline alike; null for a guest, who has none. */
export function useWishlistChanges() {
  const { user } = useSession()
  return user && changesFor(user.id)
}

/** Each change is done once it has been sent, or is known to have to wait. */
function changesFor(customer: string) {
  const post = (payload: WishlistPayload) =>
    outbox.post<WishlistPayload>(feature, customer, (unsent, make) => collapse(unsent, payload, make))
  return {
    add: (product: Product) => post({ kind: 'add', product_id: product.id, product }),
    remove: (product_id: number) => post({ kind: 'remove', product_id }),
  }
}

/** Adds what a guest had wanted before signing in. To be called once somebody has. */
export async function addWanted() {
  const customer = session.state().user?.id
  if (customer === undefined) return
  const wanted = takeWanted()
  if (wanted.length === 0) return
  notify.success(wishlistTexts.added, { duration: toastFor.long })
  const { add } = changesFor(customer)
  for (const product of wanted) await add(product)
}
