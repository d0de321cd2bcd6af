import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order.ts'
import {
  cards_to_forget,
  customers,
  email_tokens,
  handovers,
  refresh_tokens,
  sessions,
} from '#server/db/schema/customers.ts'
import { idempotency_keys, mails, rate_limits } from '#server/db/schema/jobs.ts'
import { contact_messages, newsletter_subscribers } from '#server/db/schema/letters.ts'
import { orders, payment_attempts } from '#server/db/schema/orders.ts'
import { vitals } from '#server/db/schema/vitals.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { copyOrder, data, newPiece, newShopper, readyShopper } from './orders/pieces.ts'

afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000
const longAgo = new Date('2000-01-01')
const measured = { at: longAgo, page: 'home', screen: 'phone', name: 'LCP', value: 1 } as const
const card = { gateway_token: 'overdue', asked_at: longAgo }

/** One of everything that goes by itself, long overdue; gives what counts how many of each are left. */
async function addOverdue(shop: Shop) {
  const { db, dataDir } = shop
  const known = await newShopper(shop)
  const unconfirmed = await newShopper(shop)
  await db.delete(sessions).where(eq(sessions.customer_id, unconfirmed.id))
  await db.update(customers).set({ created_at: longAgo }).where(eq(customers.id, unconfirmed.id))

  const customer_id = known.id
  const [ended] = await db.insert(sessions).values({ customer_id, expires_at: longAgo }).returning()
  await db.insert(refresh_tokens).values({ session_id: ended?.id ?? '', token_hash: 'overdue' })
  const link = { customer_id, purpose: 'verify_email', token_hash: 'overdue', expires_at: longAgo }
  await db.insert(email_tokens).values(link)
  const hashes = { state_hash: 'overdue', code_hash: 'overdue', browser_hash: 'overdue' }
  await db.insert(handovers).values({ customer_id, ...hashes, expires_at: longAgo })

  await db.insert(rate_limits).values({ key: 'overdue', window_start: longAgo, count: 1 })
  const key = { customer_id, scope: 'cart', key: 'overdue', fingerprint: '', created_at: longAgo }
  await db.insert(idempotency_keys).values(key)
  const mail = { to_address: 'ada@example.com', subject: 'Overdue', text: '', html: '' }
  await db.insert(mails).values({ ...mail, created_at: longAgo, sent_at: longAgo })
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  const file = '2000-01-01T00-00-00.000Z-1.eml'
  writeFileSync(join(folder, file), '')
  utimesSync(join(folder, file), longAgo, longAgo)

  const message = { name: 'Ada', email: 'ada@example.com', subject: '', message: 'Overdue' }
  await db.insert(contact_messages).values({ ...message, created_at: longAgo })
  const tokens = { confirm_token: 'overdue', unsubscribe_token: 'leave' }
  await db
    .insert(newsletter_subscribers)
    .values({ email: 'ada@example.com', ...tokens, requested_at: longAgo })
  await db.insert(vitals).values(measured)

  await db.insert(payment_attempts).values({ amount: 1, status: 'declined', created_at: longAgo })
  const { id: product_id } = await newPiece(shop)
  const buyer = await readyShopper(shop, [{ product_id }])
  const { id } = data<Order>(await buyer.checkout())
  const [old = ''] = await copyOrder(shop, id, 1, longAgo)
  await db.update(orders).set({ status: 'delivered' })
  await db.update(orders).set({ customer_id: null }).where(eq(orders.id, id))
  // Last: a shop that begins to answer looks through these.
  await db.insert(cards_to_forget).values(card)

  return async () => ({
    accounts: await db.$count(customers, eq(customers.id, unconfirmed.id)),
    sessions: await db.$count(sessions, eq(sessions.id, ended?.id ?? '')),
    links: await db.$count(email_tokens, eq(email_tokens.token_hash, 'overdue')),
    handovers: await db.$count(handovers),
    cards: await db.$count(cards_to_forget),
    counters: await db.$count(rate_limits, eq(rate_limits.key, 'overdue')),
    keys: await db.$count(idempotency_keys, eq(idempotency_keys.key, 'overdue')),
    mails: await db.$count(mails, eq(mails.subject, 'Overdue')),
    files: readdirSync(folder).filter((name) => name === file).length,
    messages: await db.$count(contact_messages),
    subscribers: await db.$count(newsletter_subscribers),
    measurements: await db.$count(vitals),
    payments: await db.$count(payment_attempts, eq(payment_attempts.status, 'declined')),
    orders: await db.$count(orders, eq(orders.order_number, old)),
    recipients: await db.$count(orders, and(isNull(orders.customer_id), isNull(orders.anonymised_at))),
  })
}

describe.each(engines())('an open shop on %s', (engine) => {
  // A shop that is opened for a few minutes at a time would otherwise keep everything.
  test('has cleared away what is overdue of each kind after two minutes, and again after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const shop = await openShop({ engine })
    const left = await addOverdue(shop)
    const before = await left()
    const all = (count: number) => Object.fromEntries(Object.keys(before).map((kind) => [kind, count]))
    expect(before).toEqual(all(1))
    vi.advanceTimersByTime(2 * minute)
    await eventually(async () => expect(await left()).toEqual(all(0)))
    await shop.db.insert(vitals).values(measured)
    await shop.db.insert(cards_to_forget).values(card)
    vi.advanceTimersByTime(5 * minute)
    await eventually(async () => expect(await left()).toEqual({ ...all(0), measurements: 1 }))
    vi.advanceTimersByTime(55 * minute)
    await eventually(async () => expect(await left()).toEqual(all(0)))
    vi.useRealTimers()
    await shop.close()
  })

  test('a server whose clock is ahead clears away no email that others would still show', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const shop = await openShop({ engine, clock: () => new Date(Date.now() + 40 * 24 * 60 * minute) })
    const mail = { to_address: 'ada@example.com', subject: '', text: '', html: '', sent_at: new Date() }
    await shop.db.insert(mails).values([mail, { ...mail, subject: 'Overdue', created_at: longAgo }])
    vi.advanceTimersByTime(2 * minute)
    const left = () => shop.db.select({ subject: mails.subject }).from(mails)
    await eventually(async () => expect(await left()).not.toContainEqual({ subject: 'Overdue' }))
    expect(await left()).toEqual([{ subject: '' }])
    vi.useRealTimers()
    await shop.close()
  })
})
