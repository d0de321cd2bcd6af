import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Cart, CartItemAnswer, CartProduct, CartVariant } from '#contract/cart.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { unitPrice } from '#contract/cartLine.ts'
import { formatMoney } from '#contract/money.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { pieceText } from '#contract/variantText.ts'
import { messageOf } from '#src/lib/AppError.ts'
import type { Answer } from '#src/lib/answer.ts'
import { pieceKey } from '#src/lib/pieceKey.ts'
import { follow } from '#src/offline/follow.ts'
import type { Collapse } from '#src/offline/intent.ts'
import { known } from '#src/offline/known.ts'
import { outbox } from '#src/offline/outbox.ts'
import { readAnew } from '#src/offline/readAnew.ts'
import { takeBack, tell } from '#src/offline/tell.ts'
import { notify } from '#src/ui/notify.ts'
import { cart } from './api.ts'
import { type CartIntent, type CartPayload, applyIntents, collapse } from './intents.ts'
import { isSameLine } from './line.ts'
import { sendToCart } from './send.ts'
import { cartView } from './state.ts'

const feature = 'cart'

const ref = { product_id: v.number(), variant_id: v.nullable(v.number()) }
const sentFor = v.exactOptional(v.object({ id: v.string(), quantity: v.number() }))
const Payload: v.GenericSchema<unknown, CartPayload> = v.variant('kind', [
  v.object({
    ...ref,
    kind: v.literal('add'),
    quantity: v.number(),
    base: v.number(),
    isOneOfSeveral: v.exactOptional(v.boolean()),
    restores: v.exactOptional(v.boolean()),
    product: CartProduct,
    variant: v.nullable(CartVariant),
  }),
  v.object({ ...ref, kind: v.literal('set'), quantity: v.number(), line: sentFor }),
  v.object({ ...ref, kind: v.literal('remove'), line: sentFor }),
  v.object({ kind: v.literal('clear'), seen: v.exactOptional(v.array(v.object(ref))) }),
])

outbox.handle<CartPayload>(feature, {
  schema: Payload,
  send: sendToCart,

  settle(intent, answer, queryClient) {
    const { payload, customer } = intent
    const { queryKey, data: before } = knownCart(queryClient, customer)
    const piece = believed(payload, before)
    if (answer.error) {
      if (payload.kind === 'remove' && answer.status === 404) return
      tellRefusal(intent, piece, answer)
      if (piece && answer.error.code === 'out_of_stock') readPiece(queryClient, piece)
      // The line is gone on the server, so it is removed here too.
      if (payload.kind === 'set' && answer.status === 404) {
        const items = before.items.filter((item) => !isSameLine(item, payload))
        queryClient.setQueryData(queryKey, applyIntents({ ...before, items }, []))
      }
      return
    }
    const answered = v.safeParse(CartItemAnswer, answer.body)
    if (piece && answered.success && piece.price !== unitPrice(answered.output.data)) {
      tell('warning', savedTexts.priceNow(piece.name, formatMoney(unitPrice(answered.output.data))))
      readPiece(queryClient, piece)
    }
    if (!answered.success) return void queryClient.setQueryData(queryKey, applyIntents(before, [payload]))
    const line = answered.output.data
    const isKnown = before.items.some((item) => isSameLine(item, line))
    const items = isKnown
      ? before.items.map((item) => (isSameLine(item, line) ? line : item))
      : [...before.items, line]
    queryClient.setQueryData(queryKey, applyIntents({ ...before, items }, []))
    if (payload.kind === 'set') notify.success(cartTexts.updated, { id: 'cart-quantity' })
  },

  isReading: (queryClient, customer) => queryClient.isFetching(cart.current(customer)) > 0,
  readAgain: (queryClient, customer) => void readAnew(queryClient, cart.current(customer)),
})

const noCart: Cart = { id: '', items: [], total: '0.00' }

/** The server's cart, as far as it is known. */
const knownCart = (queryClient: QueryClient, customer: string) =>
  known(queryClient, cart.current(customer).queryKey, noCart)

type Believed = { name: string; slug: string; price: string }

/** What the shopper saw of the line when they changed it; `name` tells one size from another. */
function believed(payload: CartPayload, cart: Cart): Believed | undefined {
  if (payload.kind === 'clear') return undefined
  const line = payload.kind === 'add' ? payload : cart.items.find((item) => isSameLine(item, payload))
  if (!line) return undefined
  const { product, variant } = line
  return { name: pieceText(product, variant?.name ?? null), slug: product.slug, price: unitPrice(line) }
}

/** Its page would go on offering what the server has just refused, or at a price that is no longer asked. */
const readPiece = (queryClient: QueryClient, { slug }: Believed) =>
  void readAnew(queryClient, { queryKey: pieceKey(slug) })

/** A refusal of a change older than this names the piece: the shopper has moved on since. */
const lately = 5_000

function tellRefusal(intent: CartIntent, piece: Believed | undefined, { status, error }: Answer<unknown>) {
  const { payload, madeAt } = intent
  if (status === 404 && payload.kind === 'set') return tell('warning', cartTexts.itemGone)
  const fallback = {
    add: cartTexts.addFailed,
    set: status >= 500 ? cartTexts.updateUnavailable : cartTexts.updateItemFailed,
    remove: cartTexts.removeFailed,
    clear: cartTexts.clearUnavailable,
  }[payload.kind]
  // The message of a server that failed is not meant for people.
  const message = status >= 500 ? fallback : messageOf(error, fallback)
  const isOld = Date.now() - madeAt > lately
  const isOneOfSeveral = payload.kind === 'add' && payload.isOneOfSeveral === true
  if (payload.kind !== 'set' && !isOneOfSeveral && outbox.isLast(intent)) takeBack('cart')
  tell('error', piece && (isOld || isOneOfSeveral) ? `${piece.name}: ${message}` : message)
}

/** Keeps the cart view up to date for this customer, until the returned function is called. */
export function followCart(queryClient: QueryClient, customer: string): () => void {
  const observer = new QueryObserver(queryClient, cart.current(customer))
  return follow<Cart, CartPayload>(
    observer,
    { feature, customer },
    {
      show: ({ data, error, waiting }) => {
        const seen = applyIntents(data ?? knownCart(queryClient, customer).data, waiting)
        cartView.show({ cart: data && seen, lines: seen.items, isSettled: waiting.length === 0, error })
      },
      clear: cartView.clear,
    },
  )
}

/**
 * Adds a change to those waiting to be sent, held back for `delay` milliseconds; under a `key` of its own, if it may be
 * made again. Resolves once it is stored.
 */
export function postToCart(
  queryClient: QueryClient,
  customer: string,
  payload: CartPayload,
  { delay = 0, key }: { delay?: number; key?: string | undefined } = {},
) {
  const join: Collapse<CartPayload> = (unsent, make, attempted) => {
    const after = (before: Cart, intents: readonly CartIntent[]) =>
      applyIntents(
        before,
        intents.map((intent) => intent.payload),
      )
    // What is known of a cart that was never read is no more than some of its lines: a clearing is for all of it.
    const isRead = queryClient.getQueryData(cart.current(customer).queryKey) !== undefined
    const tried = after(knownCart(queryClient, customer).data, attempted)
    const emptied = unsent.filter(({ payload: { kind } }) => kind === 'remove' || kind === 'clear')
    const found = withBase(payload, after(tried, emptied))
    return collapse(unsent, found, isRead || payload.kind !== 'clear' ? tried : undefined, make, delay)
  }
  return outbox.post(feature, customer, join, key)
}

/** Sets the base from the cart as the addition will find it. */
function withBase(payload: CartPayload, found: Cart): CartPayload {
  if (payload.kind !== 'add') return payload
  return { ...payload, base: found.items.find((item) => isSameLine(item, payload))?.quantity ?? 0 }
}

/** Says what became of what a guest had wanted. The password just typed may be all that a reload has waited for. */
export const tellAddedAfterLogin = (pieces: number, isOneOfSeveral: boolean) =>
  tell('success', cartTexts.addedAfterLogin(pieces), isOneOfSeveral ? undefined : 'cart')
