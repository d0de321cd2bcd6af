import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessTokens } from '#server/auth/tokens.ts'
import { orders } from '#server/db/schema/orders.ts'
import { routesOf } from '#server/http/knownRoutes.ts'
import { address, card, data, newPiece } from '#tests/server/orders/pieces.ts'
import { type Customer, type Reply, type Shop, openShop } from '#tests/support/shop.ts'

/** What the owner has; to each of the other customers it is somebody else's. */
type Owned = {
  product: number
  other: number
  address: string
  spare: string
  card: string
  item: string
  order: string
  orderId: string
  review: string
}
type Ids = Record<keyof Owned, string | number>

type Row =
  /** Anybody may: it contains nothing of one customer. */
  | 'public'
  /** The call brings its own proof: a password, an emailed token, a refresh token. */
  | 'proof'
  /** A signed-in customer gets or changes their own, whatever they send. */
  | { own: true; body?: (ids: Ids) => object; path?: (ids: Ids) => string }
  /** It names something by id, in its path or its body: `made up` is a similar id of nobody's. */
  | {
      names: (keyof Owned)[]
      path?: (ids: Ids) => string
      body?: (ids: Ids) => object
      /** Naming somebody else's gets the same as naming none, which is no refusal here. */
      isHarmless?: true
    }

const pay = (ids: Ids) => ({
  shipping_address_id: ids.address,
  billing_address_id: ids.spare,
  payment_method: 'card',
  payment_data: { saved_card_id: ids.card },
})
const profile = {
  first_name: 'Zinnia',
  last_name: 'Canary',
  email: 'zinnia-canary@example.com',
  contact_no: '02079460123',
}

/** One row for every route of the API. A route without one fails the test: decide who may call it. */
const rows: Record<string, Row> = {
  'GET /health/': 'public',
  'POST /auth/register/': 'public',
  'POST /auth/login/': 'proof',
  'POST /auth/refresh-token/': 'proof',
  'POST /auth/verify-token/': 'proof',
  'POST /auth/logout/': 'proof',
  'POST /auth/verify-email/': 'proof',
  'POST /auth/forgot-password/': 'public',
  'POST /auth/check-password-token/': 'proof',
  'POST /auth/reset-password/': 'proof',
  'GET /auth/google/config/': 'public',
  'GET /auth/google/start/': 'public',
  'GET /auth/google/callback/': 'proof',
  'POST /auth/google/': 'proof',
  'GET /auth/second/config/': 'public',
  'GET /auth/second/start/': 'public',
  'GET /auth/second/callback/': 'proof',
  'POST /auth/second/': 'proof',
  'GET /auth/profile/': { own: true },
  'PUT /auth/profile/': { own: true, body: () => profile },
  'PATCH /auth/profile/': { own: true, body: () => ({ first_name: 'Zinnia' }) },
  'POST /auth/profile/verification/': { own: true },
  'POST /auth/profile/password-link/': { own: true },
  'POST /auth/profile/change-password/': {
    own: true,
    body: () => ({ old_password: 'x', new_password: 'Plum-stone-8', confirm_password: 'Plum-stone-8' }),
  },
  'GET /auth/account/export/': { own: true },
  'DELETE /auth/account/': { own: true, body: () => ({ password: 'not-the-password' }) },
  'POST /auth/account/deletion-code/': { own: true },
  'GET /auth/payment-methods/': { own: true },
  'POST /auth/payment-methods/': { own: true, body: () => card() },
  'PUT /auth/payment-methods/:id/set-default/': {
    names: ['card'],
    path: ({ card: id }) => `/auth/payment-methods/${id}/set-default/`,
  },
  'DELETE /auth/payment-methods/:id/': {
    names: ['card'],
    path: ({ card: id }) => `/auth/payment-methods/${id}/`,
  },
  'POST /auth/contact-us/': 'public',
  'POST /auth/newsletter/': 'public',
  'POST /auth/newsletter/confirm/': 'proof',
  'POST /auth/newsletter/unsubscribe/': 'proof',
  'POST /vitals/': 'public',
  'POST /violations/': 'public',
  'GET /products/hero-slider/': 'public',
  'GET /products/popular-categories/': 'public',
  'GET /products/offer-banners/': 'public',
  'GET /products/promise-items/': 'public',
  'GET /products/hero-grid-images/': 'public',
  'GET /products/offer-line/': 'public',
  'GET /products/product/': 'public',
  'GET /products/product/:idOrSlug/': 'public',
  'GET /products/products-by-category/': 'public',
  'GET /products/filter/': 'public',
  'GET /products/categories/': 'public',
  'GET /products/collections/': 'public',
  'GET /products/materials/': 'public',
  'GET /products/gemstones/': 'public',
  'GET /products/search/': 'public',
  'GET /products/random-products/': 'public',
  'GET /products/product/:idOrSlug/reviews/': 'public',
  'POST /products/product/:idOrSlug/reviews/': {
    own: true,
    path: ({ other }) => `/products/product/${other}/reviews/`,
    body: () => ({ rating: 5, title: 'Mine', text: 'I have never bought it.' }),
  },
  'DELETE /products/product/:idOrSlug/reviews/:reviewId/': {
    names: ['review'],
    path: ({ product, review }) => `/products/product/${product}/reviews/${review}/`,
  },
  'GET /products/wishlist/': { own: true },
  'POST /products/wishlist/': { own: true, body: ({ other }) => ({ product_id: other }) },
  'DELETE /products/wishlist/': { own: true, body: ({ product }) => ({ product_id: product }) },
  'GET /orders/cart/': { own: true },
  'POST /orders/cart/items/': {
    own: true,
    body: ({ other }) => ({ product_id: other, variant_id: null, quantity: 1 }),
  },
  'PUT /orders/cart/items/:itemId/': {
    names: ['item'],
    path: ({ item }) => `/orders/cart/items/${item}/`,
    body: () => ({ quantity: 2 }),
  },
  'DELETE /orders/cart/items/:itemId/': {
    names: ['item'],
    path: ({ item }) => `/orders/cart/items/${item}/`,
    isHarmless: true,
  },
  'DELETE /orders/cart/items/clear/': { own: true },
  'GET /orders/addresses/': { own: true },
  'POST /orders/addresses/': { own: true, body: () => ({ ...address, is_default: true }) },
  'PUT /orders/addresses/:id/': {
    names: ['spare'],
    path: ({ spare }) => `/orders/addresses/${spare}/`,
    body: () => ({ ...address, city: 'York' }),
  },
  'PUT /orders/addresses/:id/set-default/': {
    names: ['spare'],
    path: ({ spare }) => `/orders/addresses/${spare}/set-default/`,
    body: () => ({}),
  },
  'DELETE /orders/addresses/:id/': { names: ['spare'], path: ({ spare }) => `/orders/addresses/${spare}/` },
  'POST /orders/coupon/': { own: true, body: () => ({ code: 'SAVE10' }) },
  'GET /orders/order-history/': { own: true },
  'GET /orders/order/:orderNumber/': {
    names: ['order', 'orderId'],
    path: ({ order }) => `/orders/order/${order}/`,
  },
  'PUT /orders/order/:orderNumber/cancel/': {
    names: ['order', 'orderId'],
    path: ({ order }) => `/orders/order/${order}/cancel/`,
  },
  'GET /orders/track-order/': 'public',
  'POST /orders/checkout/': { names: ['address', 'spare', 'card'], body: pay },
  'POST /orders/': { names: ['address', 'spare', 'card'], body: pay },
}

let shop: Shop
let owner: Customer
let stranger: Customer
let owned: Owned
let strangers: Owned
const root = '/api/v1'

async function possessions(who: Customer, name: string, product_id: number) {
  const post = async (path: string, body: object) => {
    const reply = await who.call('POST', path, { body })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return data<{ id: string }>(reply).id
  }
  const home = await post('orders/addresses/', { ...address, full_name: `${name} Home` })
  const spare = await post('orders/addresses/', { ...address, full_name: `${name} Work` })
  const saved = await post('auth/payment-methods/', card())
  await post('orders/cart/items/', { product_id, variant_id: null, quantity: 1 })
  const placed = await who.call('POST', 'orders/checkout/', {
    body: { shipping_address_id: home, payment_method: 'card', payment_data: card() },
    key: randomUUID(),
  })
  const { order_number: order } = placed.body as { order_number: string }
  const [stored] = await shop.db.select({ id: orders.id }).from(orders).where(eq(orders.order_number, order))
  const review = await post(`products/product/${product_id}/reviews/`, {
    rating: 4,
    title: name,
    text: `${name} likes it very much.`,
  })
  const item = await post('orders/cart/items/', { product_id, variant_id: null, quantity: 1 })
  await who.call('POST', 'products/wishlist/', { body: { product_id } })
  return { address: home, spare, card: saved, item, order, orderId: String(stored?.id), review }
}

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signUp({ first_name: 'ZinniaCanary' })
  stranger = await shop.signUp()
  const [product, other] = [(await newPiece(shop, { stock: 500 })).id, (await newPiece(shop)).id]
  owned = { product, other, ...(await possessions(owner, 'ZinniaCanary', product)) }
  strangers = { ...owned, ...(await possessions(stranger, 'Stranger', owned.product)) }
})
afterAll(() => shop.close())

const isRoute = (route: string) => route.includes(' /api/v1/') && !/^HEAD |\*$/.test(route)
const routes = () => [...routesOf(shop.app).keys()].filter(isRoute).map((route) => route.replace(root, ''))

/** Everything of the owner's, as the owner sees it. */
async function estate(): Promise<string> {
  const { exported_at: _when, ...all } = (await owner.call('GET', 'auth/account/export/')).body as {
    exported_at: string
  }
  const { sessions: _sessions, ...rest } = all as { sessions?: unknown }
  return JSON.stringify([rest, (await owner.call('GET', 'orders/cart/')).body])
}

const nobodys = (names: (keyof Owned)[]): Partial<Ids> =>
  Object.fromEntries(names.map((name) => [name, name === 'order' ? 'DMS-AAAAAAAA' : randomUUID()]))

/** The row's call with such ids, with this token. */
function callWith(route: string, row: Exclude<Row, string>, ids: Ids, token: string | undefined) {
  const [method = '', template = ''] = route.split(' ')
  const path = 'path' in row && row.path ? row.path(ids) : template
  const body = row.body?.(ids)
  return shop.call(method, path.replace(/^\//, ''), {
    ...(token !== undefined && { token }),
    ...(body && { body }),
    ...(method === 'POST' && { key: randomUUID() }),
  })
}

const told = ({ status, body }: Reply) => JSON.stringify({ status, body })

test('every route of the API has a row that says whose it is, and every row a route', () => {
  expect(routes().toSorted()).toEqual(Object.keys(rows).toSorted())
})

const closed = Object.entries(rows).filter(
  (entry): entry is [string, Exclude<Row, string>] => typeof entry[1] !== 'string',
)

describe('what is a customer’s own', () => {
  test.each(closed)('%s refuses whoever is not signed in, however they look like it', async (route, row) => {
    const before = await estate()
    const past = accessTokens(shop.config.sessionSecret, () => new Date(Date.now() - 3_600_000))
    const left = await shop.call('POST', 'auth/login/', {
      body: { email: owner.email, password: owner.password },
    })
    const { access, refresh } = left.body as { access: string; refresh: string }
    await shop.call('POST', 'auth/logout/', { body: { refresh } })
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string
    }
    const tokens = {
      none: undefined,
      'of no session any more': access,
      'run out': await past.sign({ customer_id: owner.user_id, session_id: claims.sid }),
      'a refresh token': owner.refresh,
      'no token': 'none.of.these',
    }
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await callWith(route, row, owned, token)
      expect(answer.status, kind).toBe(401)
      expect(answer.body, kind).toMatchObject({ code: 'unauthenticated' })
    }
    expect(await estate()).toBe(before)
  })

  const naming = closed.flatMap(([route, row]) =>
    'names' in row ? row.names.map((name) => [route, name, row] as const) : [],
  )
  test.each(naming)(
    '%s answers to another’s %s as to nobody’s, and does nothing',
    async (route, name, row) => {
      const before = await estate()
      const asked = { ...strangers, [name === 'orderId' ? 'order' : name]: owned[name] }
      const none = { ...strangers, ...nobodys([name === 'orderId' ? 'order' : name]) }
      const expected = await callWith(route, row, none, stranger.access)
      expect(expected.status).toBeGreaterThanOrEqual(row.isHarmless ? 200 : 400)
      expect(expected.status).toBeLessThan(500)
      const id = String(owned[name])
      const forms = [id, id.toUpperCase(), id.toLowerCase()]
      // In a path every letter may be percent-encoded.
      if (row.path) forms.push(`%${id.charCodeAt(0).toString(16)}${id.slice(1)}`)
      for (const form of forms) {
        const given = { ...asked, [name === 'orderId' ? 'order' : name]: form }
        expect(told(await callWith(route, row, given, stranger.access)), form).toBe(told(expected))
      }
      expect(await estate()).toBe(before)
    },
  )

  const owning = closed.filter(([, row]) => 'own' in row)
  test.each(owning)('%s gives and changes only what is the caller’s', async (route, row) => {
    const before = await estate()
    const answer = await callWith(route, row, owned, stranger.access)
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer.body)).not.toContain('ZinniaCanary')
    for (const name of ['address', 'spare', 'card', 'item', 'order', 'review'] as const) {
      expect(JSON.stringify(answer.body)).not.toContain(owned[name])
    }
    expect(await estate()).toBe(before)
  })
})

/** In an order in which each still finds what it needs. */
const last = ['DELETE', 'cancel', 'clear']
const inTurn = closed.toSorted(([one], [other]) => rank(one) - rank(other))
function rank(route: string): number {
  return last.some((word) => route.includes(word)) ? 1 : 0
}
test.each(inTurn.filter(([, row]) => 'names' in row))('%s does serve its owner', async (route, row) => {
  const fresh = { ...owned, ...(await possessionsOf(owner)) }
  expect((await callWith(route, row, fresh, owner.access)).status).toBeLessThan(300)
})

async function possessionsOf(who: Customer): Promise<Partial<Owned>> {
  const reviewed = await who.call('GET', `products/product/${owned.product}/reviews/`)
  const review = (reviewed.body as { data: { id: string; mine?: boolean }[] }).data.find(({ mine }) => mine)
  const { review: _old, item: _item, ...others } = owned
  const line = await who.call('POST', 'orders/cart/items/', {
    body: { product_id: owned.product, variant_id: null, quantity: 1 },
  })
  return { ...others, item: data<{ id: string }>(line).id, review: review?.id ?? owned.review }
}
