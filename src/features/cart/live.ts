import { cartTexts } from '#contract/cartTexts.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Cart, CartAnswer, CartItemAnswer } from '#contract/cart.ts'
import { toastFor } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { AppError } from '#src/lib/AppError.ts'
import { http } from '#src/lib/client.ts'
import type { Answer } from '#src/lib/answer.ts'
import { follow } from '#src/offline/follow.ts'
import { outbox } from '#src/offline/outbox.ts'
import { notify } from '#src/ui/notify.ts'
import { cart } from './api.ts'
import { type CartPayload, applyIntents, collapse } from './intents.ts'
import { type LineRef, isSameLine } from './line.ts'
import { cartView } from './state.ts'

const feature = 'cart'
const emptyCart: Cart = { id: '', items: [], total: '0.00' }

outbox.handle<CartPayload>(feature, {
  async send({ key, payload }, queryClient) {
    const done = { schema: v.unknown(), idempotencyKey: key }
    switch (payload.kind) {
      case 'clear':
        return http.delete(paths.clearCart, done)
      case 'add': {
        const { product_id, variant_id, quantity } = payload
        return http.post(paths.cartItems, {
          ...done,
          schema: CartItemAnswer,
          body: { product_id, variant_id, quantity },
        })
      }
      case 'set':
      case 'remove': {
        const line = await findLine(queryClient, payload)
        if (line.error) return line
        if (line.body === null) {
          // Gone already: for a removal that is what was wanted, a new quantity has nothing to land on.
          return payload.kind === 'remove'
            ? { body: null, status: 200, error: null }
            : { body: null, status: 404, error: new AppError('not_found', cartTexts.itemGone, 404) }
        }
        const path = paths.cartItem(line.body)
        return payload.kind === 'remove'
          ? http.delete(path, done)
          : http.put(path, { ...done, schema: CartItemAnswer, body: { quantity: payload.quantity } })
      }
    }
  },

  settle({ payload }, answer, queryClient) {
    if (answer.error) {
      if (payload.kind === 'remove' && answer.status === 404) return
      tellRefusal(payload, answer)
      return
    }
    const answered = v.safeParse(CartItemAnswer, answer.body)
    queryClient.setQueryData(cart.current().queryKey, (known = emptyCart) => {
      if (!answered.success) return applyIntents(known, payload.kind === 'set' ? [] : [payload])
      const line = answered.output.data
      const isKnown = known.items.some((item) => isSameLine(item, line))
      const items = isKnown
        ? known.items.map((item) => (isSameLine(item, line) ? line : item))
        : [...known.items, line]
      return applyIntents({ ...known, items }, [])
    })
  },

  drained: (queryClient) => void queryClient.invalidateQueries(cart.current()),
})

/** The server's id of a line, from the cart last seen or asked for again; null when the server has no such line. */
async function findLine(queryClient: QueryClient, ref: LineRef): Promise<Answer<string | null>> {
  const { queryKey } = cart.current()
  const find = (known: Cart | undefined) => known?.items.find((item) => isSameLine(item, ref))?.id ?? null
  const id = find(queryClient.getQueryData(queryKey))
  if (id !== null) return { body: id, status: 200, error: null }
  const answer = await http.get(paths.cart, { schema: CartAnswer })
  if (answer.error) return answer
  queryClient.setQueryData(queryKey, answer.body.data)
  return { ...answer, body: find(answer.body.data) }
}

function tellRefusal(payload: CartPayload, answer: Answer<unknown>) {
  if (answer.status === 404 && payload.kind === 'set') {
    notify.warning(cartTexts.itemGone, { duration: toastFor.long })
    return
  }
  const fallback = {
    add: cartTexts.addFailed,
    set: cartTexts.updateItemFailed,
    remove: cartTexts.removeFailed,
    clear: cartTexts.clearUnavailable,
  }[payload.kind]
  notify.error(answer.error?.message ?? fallback, { duration: toastFor.long })
}

/** Keeps the cart on view for this customer, until the function it gives is called. */
export function followCart(queryClient: QueryClient, customer: string): () => void {
  const observer = new QueryObserver(queryClient, cart.current())
  return follow<Cart, CartPayload>(
    observer,
    { feature, customer },
    {
      show: ({ data, error, waiting }) =>
        cartView.show({ cart: data && applyIntents(data, waiting), isSettled: waiting.length === 0, error }),
      clear: cartView.clear,
    },
  )
}

/** Adds a change to what waits to be sent; `delay` in milliseconds. */
export const postToCart = (queryClient: QueryClient, customer: string, payload: CartPayload, delay: number) =>
  outbox.post<CartPayload>(feature, customer, (unsent, make) =>
    collapse(unsent, payload, queryClient.getQueryData(cart.current().queryKey), make, delay),
  )
