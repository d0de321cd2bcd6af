import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Cart, CartAnswer } from '#contract/cart.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { paths } from '#contract/paths.ts'
import { AppError } from '#src/lib/AppError.ts'
import type { Answer } from '#src/lib/answer.ts'
import { isWithin } from '#src/offline/clock.ts'
import { httpAs } from '#src/offline/customer.ts'
import { cart } from './api.ts'
import type { CartIntent, CartPayload } from './intents.ts'
import { type LineRef, isSameLine } from './line.ts'

type Of<Kind extends CartPayload['kind']> = Extract<CartPayload, { kind: Kind }>

// Any JSON that our server may send; a captive portal's page is not JSON.
const schema = v.looseObject({})
const done = { body: {}, status: 200, error: null } satisfies Answer<unknown>
const gone = (): Answer<unknown> => ({
  body: null,
  status: 404,
  error: new AppError('not_found', cartTexts.itemGone, 404),
})

/** The server knows a key for 24 hours; an hour less, because clocks differ. */
const keyIsKnownFor = 23 * 60 * 60_000

/** Sends a change to the cart. Never throws. */
export function sendToCart(intent: CartIntent, queryClient: QueryClient): Promise<Answer<unknown>> {
  const { payload, key, customer } = intent
  switch (payload.kind) {
    case 'clear':
      return httpAs(customer).delete(paths.clearCart, { schema, idempotencyKey: key })
    case 'add':
      return add(intent, payload)
    case 'set':
    case 'remove':
      return changeLine(intent, payload, queryClient)
  }
}

async function add({ key, customer, attemptedAt }: CartIntent, payload: Of<'add'>): Promise<Answer<unknown>> {
  const { product_id, variant_id, quantity, base } = payload
  // Once the server has forgotten a key, sending again would add twice: only the cart itself can tell whether the first
  // attempt arrived.
  if (attemptedAt !== null && !isWithin(attemptedAt, keyIsKnownFor)) {
    const answer = await readCart(customer)
    if (answer.error) return answer
    const present = answer.body.items.find((item) => isSameLine(item, payload))
    if (present && present.quantity >= base + quantity) return { ...done, body: { data: present } }
  }
  const body = { product_id, variant_id, quantity }
  return httpAs(customer).post(paths.cartItems, { schema, idempotencyKey: key, body })
}

async function changeLine(
  { key, customer }: CartIntent,
  payload: Of<'set' | 'remove'>,
  queryClient: QueryClient,
): Promise<Answer<unknown>> {
  const http = httpAs(customer)
  const send = (id: string) => {
    // A key stands for one line: if the piece has been added again as another line, that is another change to the
    // server.
    const call = { schema, idempotencyKey: `${key}-${id}` }
    return payload.kind === 'remove'
      ? http.delete(paths.cartItem(id), call)
      : http.put(paths.cartItem(id), { ...call, body: { quantity: payload.quantity } })
  }
  const { queryKey } = cart.current(customer)
  const known = lineId(queryClient.getQueryData(queryKey), payload)
  if (known !== null) {
    const answer = await send(known)
    if (answer.status !== 404) return answer
  }
  // What this device knows of the cart may be old.
  const read = await readCart(customer)
  if (read.error) return read
  queryClient.setQueryData(queryKey, read.body)
  const current = lineId(read.body, payload)
  if (current !== null && current !== known) return send(current)
  // Gone already: that is what a removal wanted, but a new quantity has no line to apply to.
  return payload.kind === 'remove' ? done : gone()
}

async function readCart(customer: string): Promise<Answer<Cart>> {
  const answer = await httpAs(customer).get(paths.cart, { schema: CartAnswer })
  return answer.error ? answer : { ...answer, body: answer.body.data }
}

const lineId = (known: Cart | undefined, ref: LineRef): string | null =>
  known?.items.find((item) => isSameLine(item, ref))?.id ?? null
