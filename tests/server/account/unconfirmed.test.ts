import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUnconfirmed } from '#server/account/unconfirmed.ts'
import { cart_items, carts } from '#server/db/schema/cart.ts'
import { products } from '#server/db/schema/catalogue.ts'
import {
  addresses,
  cards_to_forget,
  customers,
  identities,
  reviews,
  saved_cards,
  sessions,
} from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { orders, payment_attempts } from '#server/db/schema/orders.ts'
import { type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'
import { newPiece, newShopper, readyShopper } from '../orders/pieces.ts'

const halfAYearAgo = sql`now() - interval '181 days'`

describe.each(engines())('accounts whose address nobody has confirmed, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  /** An account without a session, created so long ago. */
  async function forgotten(shopper: { id: string }) {
    await shop.db.delete(sessions).where(eq(sessions.customer_id, shopper.id))
    await shop.db.update(customers).set({ created_at: halfAYearAgo }).where(eq(customers.id, shopper.id))
    return shopper
  }
  const newForgotten = async () => forgotten(await newShopper(shop))
  const change = (id: string, to: Partial<typeof customers.$inferInsert>) =>
    shop.db.update(customers).set(to).where(eq(customers.id, id))
  const left = async (some: readonly { id: string }[]) => {
    const ids = some.map(({ id }) => id)
    const found = await shop.db.select({ id: customers.id }).from(customers).where(inArray(customers.id, ids))
    return new Set(found.map(({ id }) => id))
  }

  test('go half a year after they were made, all of them, with what was theirs', async () => {
    const { id: product_id } = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id }])
    await forgotten(shopper)
    const card = { brand: 'Visa', last_four: '4242', expiry: '12/40' }
    const gateway_token = `token of ${shopper.id}`
    await shop.db.insert(saved_cards).values({ ...card, gateway_token, customer_id: shopper.id })
    const mail = { to_address: shopper.email, html: '', sent_at: new Date() }
    await shop.db.insert(mails).values({ ...mail, subject: 'Please verify', text: 'A link' })
    // Of an order that has left the books since. Somebody else's review stays.
    const reader = await newShopper(shop)
    const review = { product_id, title: 'Lovely', text: 'I wear it every day.' }
    await shop.db.insert(reviews).values([
      { ...review, customer_id: shopper.id, rating: 2 },
      { ...review, customer_id: reader.id, rating: 5 },
    ])
    await shop.db.update(products).set({ rating_sum: 7, review_count: 2 }).where(eq(products.id, product_id))
    await shop.db.execute(sql`insert into customers (email, first_name, last_name, contact_no, created_at)
      select 'mistyped-' || n || '@example.com', '', '', '', ${halfAYearAgo} from generate_series(1, 250) n`)

    await sweepUnconfirmed(shop.db, new Date())
    expect(await left([shopper])).toEqual(new Set())
    expect(await shop.db.$count(customers, sql`email like 'mistyped-%'`)).toBe(0)
    expect(await shop.db.$count(addresses, eq(addresses.customer_id, shopper.id))).toBe(0)
    expect(await shop.db.$count(carts, eq(carts.customer_id, shopper.id))).toBe(0)
    expect(await shop.db.$count(cart_items, eq(cart_items.product_id, product_id))).toBe(0)
    expect(await shop.db.$count(mails, eq(mails.to_address, shopper.email))).toBe(0)
    expect(await shop.db.$count(cards_to_forget, eq(cards_to_forget.gateway_token, gateway_token))).toBe(1)
    const [piece] = await shop.db.select().from(products).where(eq(products.id, product_id))
    expect(piece).toMatchObject({ rating_sum: 5, review_count: 1 })
  })

  test('stay while they are young, and once anything speaks for somebody: a proof, a session, an order', async () => {
    const young = await newShopper(shop)
    await shop.db.delete(sessions).where(eq(sessions.customer_id, young.id))
    await change(young.id, { created_at: new Date(Date.now() - 179 * 24 * 3_600_000) })
    const confirmed = await newForgotten()
    await change(confirmed.id, { email_verified_at: new Date() })
    const blocked = await newForgotten()
    await change(blocked.id, { blocked_at: new Date() })
    const signedIn = await newForgotten()
    await shop.db.insert(sessions).values({ customer_id: signedIn.id, expires_at: new Date('2099-01-01') })
    const known = await newForgotten()
    await shop.db
      .insert(identities)
      .values({ customer_id: known.id, issuer: 'https://a.example', subject: known.id })
    const trying = await newForgotten()
    await shop.db.insert(payment_attempts).values({ customer_id: trying.id, amount: 1, status: 'started' })
    const { id: product_id } = await newPiece(shop)
    const buyer = await readyShopper(shop, [{ product_id }])
    expect((await buyer.checkout()).status).toBe(201)
    await forgotten(buyer)
    await shop.db.update(orders).set({ status: 'delivered' }).where(eq(orders.customer_id, buyer.id))
    await shop.db.delete(payment_attempts).where(eq(payment_attempts.customer_id, buyer.id))

    const all = [young, confirmed, blocked, signedIn, known, trying, buyer]
    await sweepUnconfirmed(shop.db, new Date())
    expect(await left(all)).toEqual(new Set(all.map(({ id }) => id)))
  })

  test.each(ofEngine('postgres', engine))(
    'are left to who confirms them or signs in at this moment',
    async () => {
      const [confirming, signingIn, other] = [
        await newForgotten(),
        await newForgotten(),
        await newForgotten(),
      ]
      await shop.db.transaction(async (tx) => {
        await tx
          .update(customers)
          .set({ email_verified_at: new Date() })
          .where(eq(customers.id, confirming.id))
        await tx.insert(sessions).values({ customer_id: signingIn.id, expires_at: new Date('2099-01-01') })
        await sweepUnconfirmed(shop.db, new Date())
      })
      expect(await left([confirming, signingIn, other])).toEqual(new Set([confirming.id, signingIn.id]))
      await sweepUnconfirmed(shop.db, new Date())
      expect(await left([confirming, signingIn])).toEqual(new Set([confirming.id, signingIn.id]))
    },
  )
})
