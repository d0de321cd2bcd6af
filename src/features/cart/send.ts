import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { type Cart, CartAnswer } from '#contract/cart.ts'
import { lineKey } from '#contract/cartLine.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { paths } from '#contract/paths.ts'
import { AppError } from '#src/lib/AppError.ts'
import type { Answer } from '#src/lib/answer.ts'
import { isWithin } from '#src/offline/clock.ts'
import { httpAs } from '#src/offline/customer.ts'
import { cart } from './api.ts'
import { type CartIntent, type CartPayload, type SeenLine, isCleared } from './intents.ts'
import { type LineRef, isSameLine } from './line.ts'

type Remember = (payload: CartPayload) => Promise<void>
type Of<Kind extends CartPayload['kind']> = Extract<CartPayload, { kind: Kind }>

// Any JSON that our server may send; a captive portal's page is not JSON.
const schema = v.looseObject({})
const done = { body: {}, status: 200, error: null } satisfies Answer<unknown>
const refused = (error: AppError): Answer<unknown> => ({ body: null, status: error.status, error })
const gone = () => refused(new AppError('not_found', cartTexts.itemGone, 404))
const overtaken = (message: string) => refused(new AppError('conflict', message, 409))

/** The server knows a key for 24 hours; an hour less, because clocks differ. */
const keyIsKnownFor = 23 * 60 * 60_000

/**
 * Whether sending it under its key cannot do it twice. Once the server has forgotten the key, only the cart itself can
 * tell whether an earlier attempt arrived.
 */
const isKeyGood = ({ attemptedAt }: CartIntent): boolean =>
  attemptedAt === null || isWithin(attemptedAt, keyIsKnownFor)

/** Sends a change to the cart, having had its line remembered where it is for one. Never throws. */
export function sendToCart(
  intent: CartIntent,
  queryClient: QueryClient,
  remember: Remember,
): Promise<Answer<unknown>> {
  const { payload } = intent
  switch (payload.kind) {
    case 'clear':
      return clear(intent, payload)
    case 'add':
      return add(intent, payload)
    case 'set':
    case 'remove':
      return changeLine(intent, payload, queryClient, remember)
  }
}

async function clear(intent: CartIntent, payload: Of<'clear'>): Promise<Answer<unknown>> {
  const { key, customer } = intent
  if (!isKeyGood(intent)) {
    const answer = await readCart(customer)
    if (answer.error) return answer
    // What is in it may have been put there since, on another device.
    const isDone = !answer.body.items.some((item) => isCleared(payload, item))
    return isDone ? done : overtaken(cartTexts.clearedLongAgo)
  }
  const lines = payload.seen?.map(lineKey).join(',')
  return httpAs(customer).delete(paths.clearCart, { schema, idempotencyKey: key, query: { lines } })
}

async function add(intent: CartIntent, payload: Of<'add'>): Promise<Answer<unknown>> {
  const { key, customer } = intent
  const { product_id, variant_id, quantity, base, restores = false } = payload
  // A removal that the server refused has left its line there, and so has an earlier attempt at this.
  if (restores || !isKeyGood(intent)) {
    const answer = await readCart(customer)
    if (answer.error) return answer
    const present = answer.body.items.find((item) => isSameLine(item, payload))
    if (present && (restores || present.quantity >= base + quantity))
      return { ...done, body: { data: present } }
  }
  const body = { product_id, variant_id, quantity }
  return httpAs(customer).post(paths.cartItems, { schema, idempotencyKey: key, body })
}

async function changeLine(
  intent: CartIntent,
  payload: Of<'set' | 'remove'>,
  queryClient: QueryClient,
  remember: Remember,
): Promise<Answer<unknown>> {
  const { key, customer } = intent
  const http = httpAs(customer)
  const sendFor = async (line: SeenLine) => {
    const { id } = line
    // First: if the answer is lost, it must go to this line again, and not to one that has been put in its place since.
    if (payload.line?.id !== id) await remember({ ...payload, line })
    // A key stands for one line: if the piece has been added again as another line, that is another change to the
    // server.
    const call = { schema, idempotencyKey: `${key}-${id}` }
    return payload.kind === 'remove'
      ? http.delete(paths.cartItem(id), call)
      : http.put(paths.cartItem(id), { ...call, body: { quantity: payload.quantity } })
  }
  // Gone already: that is what a removal wanted, but a new quantity has no line to apply to.
  const nothingLeft = () => (payload.kind === 'remove' ? done : gone())
  const { line } = payload
  if (line && !isKeyGood(intent)) {
    const read = await readCart(customer)
    if (read.error) return read
    const present = read.body.items.find(({ id }) => id === line.id)
    if (!present) return nothingLeft()
    const isOvertaken =
      payload.kind === 'set' && ![line.quantity, payload.quantity].includes(present.quantity)
    return isOvertaken ? overtaken(cartTexts.quantityChanged) : sendFor(line)
  }
  const { queryKey } = cart.current(customer)
  const known = line ?? lineIn(queryClient.getQueryData(queryKey), payload)
  if (known) {
    const answer = await sendFor(known)
    // Had it been done before, the answer would be that of then, even if the line is gone by now.
    if (answer.status !== 404) return answer
  }
  // What this device knows of the cart may be old.
  const read = await readCart(customer)
  if (read.error) return read
  queryClient.setQueryData(queryKey, read.body)
  // It may be the same one: then somebody else had answered, such as a gateway whose shop was away.
  const current = lineIn(read.body, payload)
  return current ? sendFor(current) : nothingLeft()
}

async function readCart(customer: string): Promise<Answer<Cart>> {
  const answer = await httpAs(customer).get(paths.cart, { schema: CartAnswer })
  return answer.error ? answer : { ...answer, body: answer.body.data }
}

/** The server's line for this piece; one that only this device has shown so far has no id there. */
function lineIn(known: Cart | undefined, ref: LineRef): SeenLine | undefined {
  const line = known?.items.find((item) => isSameLine(item, ref) && item.id !== lineKey(item))
  return line && { id: line.id, quantity: line.quantity }
}
