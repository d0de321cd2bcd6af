import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { apiRoot } from '#contract/apiRoot.ts'
import { toPounds } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { orderTotals } from '#contract/totals.ts'
import { hash } from '#server/auth/hashing.ts'
import { accessTokens, hashOfToken, newLinkToken, newSecretToken } from '#server/auth/tokens.ts'
import { transaction } from '#server/db/db.ts'
import { customers, email_tokens, handovers, refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { newsletter_subscribers } from '#server/db/schema/letters.ts'
import { addCoupons, card, data, newPiece, readyShopper, several } from '#tests/server/orders/pieces.ts'
import type { Reply, Shop } from '#tests/support/shop.ts'
import { type Route, apiRoutes, otherwise } from './requests.ts'

/** A customer who has what each route asks for, and the API's routes with calls by them that succeed. */
export type Caller = { token: string; routes: Route[] }

const password = 'plum-stone-7'
const price = 24_900
const never = new Date('2099-01-01')

/** So many customers who are ready for every call; the same route is at the same place in the list of each. */
export async function readyCallers(shop: Shop, count: number): Promise<Caller[]> {
  await addCoupons(shop)
  const plenty = 1_000_000
  const ring = await newPiece(shop, { price, sizes: [plenty, plenty] })
  const chain = await newPiece(shop, { stock: plenty })
  const ready = await several(count, () => readyCaller(shop, ring, chain))
  await shop.db
    .update(customers)
    .set({ password_hash: await hash(password, {}) })
    .where(
      inArray(
        customers.id,
        ready.map(({ id }) => id),
      ),
    )
  return ready
}

type Piece = Awaited<ReturnType<typeof newPiece>>

async function readyCaller(shop: Shop, ring: Piece, chain: Piece): Promise<Caller & { id: string }> {
  const [size = Number.NaN, otherSize = Number.NaN] = ring.variants
  const line = { product_id: ring.id, variant_id: size }
  const shopper = await readyShopper(shop, [line, { product_id: chain.id }])
  const { id, email, address_id, call } = shopper
  const make = async <T>(path: string, body: object) => data<T>(done(await call('POST', path, { body })))
  const { order_number } = await make<Order>(paths.checkout, shopper.order())
  // Not the card that is saved by the calls themselves.
  const saved = await make<{ id: string }>(paths.paymentMethods, card('5555 5555 5555 4444'))
  const review = await make<{ id: string }>(paths.reviews(chain.id), { rating: 4, title: 'A', text: 'B' })
  await make(paths.wishlist, { product_id: chain.id })
  const item = await make<{ id: string }>(paths.cartItems, line)
  const token = await lastingToken(shop, id)
  const secrets = await giveTokens(shop, { id, email })

  const known = {
    ...line,
    idOrSlug: ring.id,
    id: address_id,
    shipping_address_id: address_id,
    billing_address_id: address_id,
    itemId: item.id,
    reviewId: review.id,
    orderNumber: order_number,
    order_number,
    coupon_code: 'SAVE10',
    expected_total: toPounds(orderTotals([{ price, quantity: 1 }], 10, 0).total),
    email: `${randomUUID()}@example.com`,
    old_password: password,
    refresh: secrets.refresh,
    'document-uri': `${shop.config.publicUrl}/`,
    'effective-directive': 'script-src',
  }
  const particular = {
    [`POST ${paths.login}`]: { email, password },
    [`POST ${paths.forgotPassword}`]: { email },
    [`POST ${paths.verifyToken}`]: { token },
    [`POST ${paths.verifyEmail}`]: { token: secrets.verification },
    [`POST ${paths.checkPasswordToken}`]: { token: secrets.reset },
    [`POST ${paths.resetPassword}`]: { token: secrets.reset },
    'POST auth/google/': { code: secrets.handover },
    'POST auth/second/': { code: secrets.handover },
    [`DELETE ${paths.account}`]: { password },
    [`DELETE ${paths.paymentMethods}:id/`]: { id: saved.id },
    [`PUT ${paths.paymentMethods}:id/set-default/`]: { id: saved.id },
    [`POST ${paths.confirmNewsletter}`]: { token: secrets.confirmation },
    [`POST ${paths.unsubscribeNewsletter}`]: { token: secrets.unsubscription },
    [`POST ${paths.coupon}`]: { code: 'SAVE10' },
    [`POST ${paths.cartItems}`]: { variant_id: otherSize },
    [`DELETE ${paths.wishlist}`]: { product_id: chain.id },
    [`DELETE ${paths.products}:idOrSlug/reviews/:reviewId/`]: { idOrSlug: chain.id },
  }
  const routes = apiRoutes(shop, known, particular)
  const at = (method: string, path: string) => {
    const route = routes.find((each) => each.method === method && each.path === `${apiRoot}${path}`)
    if (route === undefined) throw new Error(`There is no ${method} ${path}`)
    return route
  }
  const checkout = at('POST', paths.checkout)
  const others = [
    otherwise(checkout, { payment_method: 'paypal', payment_data: { email, password } }),
    otherwise(checkout, {
      payment_method: 'bank_transfer',
      payment_data: { account_number: '12345678', routing_number: '12-34-56' },
    }),
    otherwise(checkout, { payment_data: { saved_card_id: saved.id } }),
    otherwise(at('DELETE', paths.account), { code: secrets.deletion }),
  ]
  return { id, token, routes: [...routes, ...others] }
}

function done(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}

/** An access token of the customer's session that is good for as long as any test takes. */
export async function lastingToken(shop: Shop, customer_id: string): Promise<string> {
  const [session] = await shop.db.select().from(sessions).where(eq(sessions.customer_id, customer_id))
  if (session === undefined) throw new Error('No session')
  return accessTokens(shop.config.sessionSecret, () => never).sign({ customer_id, session_id: session.id })
}

/** What is mailed to a customer, or given to their browser; of most of it the database has hashes only. */
async function giveTokens({ db }: Shop, { id: customer_id, email }: { id: string; email: string }) {
  const given = {
    refresh: newSecretToken(),
    verification: newLinkToken(),
    reset: newSecretToken(),
    deletion: 'ABCD2345',
    handover: newSecretToken(),
    confirmation: newLinkToken(),
    unsubscription: newLinkToken(),
  }
  const [session] = await db.select().from(sessions).where(eq(sessions.customer_id, customer_id))
  if (session === undefined) throw new Error('No session')
  await db.insert(refresh_tokens).values({ session_id: session.id, token_hash: hashOfToken(given.refresh) })
  const mailed = { customer_id, payload: { email }, expires_at: never }
  await db.insert(email_tokens).values([
    { ...mailed, purpose: 'verify_email', token_hash: hashOfToken(given.verification) },
    { ...mailed, purpose: 'reset', token_hash: hashOfToken(given.reset) },
    {
      ...mailed,
      purpose: 'delete_account',
      token_hash: hashOfToken(`${customer_id} ${given.deletion}`),
      payload: null,
    },
  ])
  await db.insert(handovers).values({
    customer_id,
    state_hash: randomUUID(),
    code_hash: hashOfToken(given.handover),
    // Of a browser that sends no cookie.
    browser_hash: hashOfToken(''),
    expires_at: never,
  })
  await db.insert(newsletter_subscribers).values({
    email: `${randomUUID()}@example.com`,
    confirm_token: given.confirmation,
    unsubscribe_token: given.unsubscription,
  })
  return given
}

/** What customers own, each table after those that it refers to. */
const owned = [
  'customers',
  'sessions',
  'refresh_tokens',
  'email_tokens',
  'handovers',
  'carts',
  'cart_items',
  'wishlist_entries',
  'addresses',
  'saved_cards',
  'reviews',
  'orders',
  'order_items',
  'order_events',
  'payment_attempts',
  'newsletter_subscribers',
]

/**
 * Notes what customers own now, and how many of each piece there are, in the shop's own database. What is returned puts
 * all that back as it was, under the same ids, and removes what has been added since.
 */
export async function keepOwned({ db }: Shop): Promise<() => Promise<void>> {
  const back = [
    // What a row takes with it, or changes by going, is in a table after it.
    ...owned.map(
      (table) =>
        `delete from ${table} where id in (select id from (table ${table} except table kept.${table}) changed)`,
    ),
    ...owned.map(
      (table) => `insert into ${table} overriding system value table kept.${table} except table ${table}`,
    ),
    `update products p set stock_quantity = k.stock_quantity, rating_sum = k.rating_sum, review_count = k.review_count
      from kept.products k where p.id = k.id and (p.stock_quantity, p.rating_sum, p.review_count)
        is distinct from (k.stock_quantity, k.rating_sum, k.review_count)`,
    `update variants p set stock_quantity = k.stock_quantity
      from kept.variants k where p.id = k.id and p.stock_quantity <> k.stock_quantity`,
  ]
  const noted = [...owned, 'products', 'variants']
  const run = (statements: string) => transaction(db, (inside) => inside.execute(sql.raw(statements)))
  await run(`
    create schema kept;
    ${noted.map((table) => `create table kept.${table} as table ${table};`).join('')}
    create function kept.put_back() returns void language plpgsql as $$ begin ${back.join(';')}; end $$;`)
  return async () => {
    await run('select kept.put_back()')
  }
}
