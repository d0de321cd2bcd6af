import { randomUUID } from 'node:crypto'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { accessTokens } from '#server/auth/tokens.ts'
import { cart_items, carts } from '#server/db/schema/cart.ts'
import { addresses, customers, sessions } from '#server/db/schema/customers.ts'
import { address, card } from '#tests/server/orders/pieces.ts'
import type { Shop } from '#tests/support/shop.ts'

export type BasketLine = { product_id: number; quantity: number }
/** `network` is where a proxy that is trusted says that they call from. */
export type Buyer = {
  id: string
  network: string
  token: string
  key: string
  basket: BasketLine[]
  order: object
}

/** Signed-in customers with an address and a basket each, written all at once: crash tests need thousands. */
export async function crowd(
  shop: Pick<Shop, 'db' | 'config'>,
  size: number,
  basketOf: (index: number) => BasketLine[],
): Promise<Buyer[]> {
  const buyers = Array.from({ length: size }, (_, index) => ({
    id: randomUUID(),
    session: randomUUID(),
    address: randomUUID(),
    cart: randomUUID(),
    basket: basketOf(index),
    network: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
  }))
  const person = { first_name: 'Ada', last_name: 'Quince', contact_no: '02079460123' }
  for (let start = 0; start < size; start += 500) {
    const some = buyers.slice(start, start + 500)
    const owned = some.map(({ id }) => ({ customer_id: id }))
    const at = (index: number) => some[index] ?? buyers[0]
    await shop.db
      .insert(customers)
      .values(some.map(({ id }) => ({ id, email: `${id}@example.com`, ...person })))
    await shop.db
      .insert(sessions)
      .values(owned.map((of, i) => ({ ...of, id: at(i)?.session, expires_at: new Date('2099-01-01') })))
    await shop.db
      .insert(addresses)
      .values(owned.map((of, i) => ({ ...of, ...address, id: at(i)?.address, is_default: true })))
    await shop.db.insert(carts).values(owned.map((of, i) => ({ ...of, id: at(i)?.cart })))
    const lines = some.flatMap(({ cart, basket }) => basket.map((line) => ({ cart_id: cart, ...line })))
    await shop.db.insert(cart_items).values(lines)
  }
  // As if signed in tomorrow: on a busy machine the long form takes longer than a token lasts.
  const tokens = accessTokens(shop.config.sessionSecret, () => new Date(Date.now() + 24 * 3_600_000))
  return Promise.all(
    buyers.map(async ({ id, session, address: shipping_address_id, basket, network }) => ({
      id,
      network,
      basket,
      token: await tokens.sign({ customer_id: id, session_id: session }),
      key: `order of ${id}`,
      order: { shipping_address_id, payment_method: 'card', payment_data: card() },
    })),
  )
}

export type Answer = {
  status: number
  order_number: string | undefined
  /** Why there is none. */
  code: string | undefined
  text: string
  isReplay: boolean
}

/** What a buyer sends to order. */
export const checkoutOf = ({ network, token, key, order }: Buyer) => ({
  path: `${apiRoot}${paths.checkout}`,
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
    'x-forwarded-for': network,
  },
  body: JSON.stringify(order),
})

/** Sends the buyer's order to a listening server; throws if the connection is lost before the answer arrives. */
export async function buy(server: string, buyer: Buyer): Promise<Answer> {
  const { path, headers, body } = checkoutOf(buyer)
  const answer = await fetch(`${server}${path}`, { method: 'POST', headers, body })
  const text = await answer.text()
  const { order_number, code } = JSON.parse(text) as { order_number?: string; code?: string }
  return {
    status: answer.status,
    order_number,
    code,
    text,
    isReplay: answer.headers.get('idempotent-replayed') === 'true',
  }
}
