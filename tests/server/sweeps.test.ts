import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { sweepAccounts } from '#server/auth/store.ts'
import { sweepMessages } from '#server/contact/store.ts'
import { email_tokens, handovers, refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { idempotency_keys, mails, rate_limits } from '#server/db/schema/jobs.ts'
import { contact_messages, newsletter_subscribers } from '#server/db/schema/letters.ts'
import { payment_attempts } from '#server/db/schema/orders.ts'
import { vitals } from '#server/db/schema/vitals.ts'
import { sweepIdempotency } from '#server/calls/idempotency.ts'
import { sweepLimits } from '#server/calls/limits.ts'
import { mostAttempts, sweepMails } from '#server/mail/outbox.ts'
import { sweepSubscribers } from '#server/newsletter/store.ts'
import { sweepAttempts } from '#server/payments/attempts.ts'
import { sweepVitals } from '#server/vitals/store.ts'
import { engines, ofEngine, type Shop, openShop } from '#tests/support/shop.ts'
import { data, newPiece, newShopper, readyShopper } from './orders/pieces.ts'

describe.each(engines())('what has piled up on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
    // A statement that runs too long is cancelled, and the next attempt would take as long: so none may be that large.
    await shop.db.execute(sql`create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 1000 then raise exception 'Too many at once'; end if;
        return null;
      end $$`)
    for (const table of [
      idempotency_keys,
      sessions,
      refresh_tokens,
      email_tokens,
      handovers,
      rate_limits,
      mails,
      payment_attempts,
      vitals,
      contact_messages,
      newsletter_subscribers,
    ])
      await shop.db.execute(sql`create trigger refuse_many after delete on ${table}
        referencing old table as gone for each statement execute function refuse_many()`)
  })
  afterAll(() => shop.close())

  const longAgo = sql`now() - interval '90 days'`
  const many = sql`generate_series(1, 2500)`

  test('keys that stand for nothing go in portions, all of them, and the others stay', async () => {
    const { id } = await newShopper(shop)
    await shop.db.execute(sql`insert into idempotency_keys (customer_id, scope, key, fingerprint, created_at)
      select ${id}, 'cart', n, '', case when n <= 3 then now() else ${longAgo} end from ${many} n`)
    await sweepIdempotency(shop.db, new Date())
    const left = await shop.db.select({ key: idempotency_keys.key }).from(idempotency_keys)
    expect(left.map(({ key }) => key).toSorted()).toEqual(['1', '2', '3'])
  })

  test('so do sessions that have ended, with all the tokens of one, and links that are good no more', async () => {
    await shop.db.delete(sessions)
    const { id } = await newShopper(shop)
    const [open] = await shop.db.select({ id: sessions.id }).from(sessions)
    const [ended] = await shop.db
      .insert(sessions)
      .values({ customer_id: id, expires_at: new Date(0) })
      .returning({ id: sessions.id })
    await shop.db.execute(sql`insert into sessions (customer_id, expires_at, revoked_at)
      select ${id}, case when n % 2 = 0 then ${longAgo} else now() + interval '1 day' end,
        case when n % 2 = 1 then ${longAgo} end from ${many} n`)
    await shop.db.execute(sql`insert into refresh_tokens (session_id, token_hash)
      select ${ended?.id}, 'ended ' || n from ${many} n`)
    await shop.db.execute(sql`insert into refresh_tokens (session_id, token_hash, superseded_at)
      select ${open?.id}, 'open ' || n, case when n <= 3 then now() else ${longAgo} end from ${many} n`)
    await shop.db.execute(sql`insert into email_tokens (customer_id, purpose, token_hash, expires_at)
      select ${id}, 'verify_email', 'mailed ' || n, ${longAgo} from ${many} n`)
    await sweepAccounts(shop.db, new Date())
    expect(await shop.db.select({ id: sessions.id }).from(sessions)).toEqual([open])
    const kept = await shop.db.select({ token: refresh_tokens.token_hash }).from(refresh_tokens)
    expect(kept.map(({ token }) => token).toSorted()).toEqual(['open 1', 'open 2', 'open 3'])
    expect(await shop.db.$count(email_tokens)).toBe(0)
  })

  test('so do logins by a third party that were not taken over in time', async () => {
    const { id } = await newShopper(shop)
    await shop.db
      .execute(sql`insert into handovers (customer_id, state_hash, code_hash, browser_hash, expires_at)
      select ${id}, n, n, n, case when n <= 3 then now() else ${longAgo} end from ${many} n`)
    await sweepAccounts(shop.db, new Date())
    const left = await shop.db.select({ code: handovers.code_hash }).from(handovers)
    expect(left.map(({ code }) => code).toSorted()).toEqual(['1', '2', '3'])
  })

  test('so do counters that have run out, and those of a clock that was ahead', async () => {
    await shop.db.delete(rate_limits)
    await shop.db.execute(sql`insert into rate_limits (key, window_start, count)
      select n, case when n <= 3 then now() when n % 2 = 0 then ${longAgo} else now() + interval '1 day' end, 1
      from ${many} n`)
    await sweepLimits(shop.db, new Date())
    const left = await shop.db.select({ key: rate_limits.key }).from(rate_limits)
    expect(left.map(({ key }) => key).toSorted()).toEqual(['1', '2', '3'])
  })

  test('so do mails of a month ago, sent or given up, and the later ones stay, and one that is tried again', async () => {
    await shop.db.execute(sql`insert into mails (to_address, subject, text, html, created_at, sent_at)
      select 'ada@example.com', 'Number ' || n, '', '', case when n <= 3 then now() else ${longAgo} end, now()
      from ${many} n`)
    await shop.db
      .execute(sql`insert into mails (to_address, subject, text, html, created_at, attempts, last_error)
      values ('ada@example.com', 'Given up', '', '', ${longAgo}, ${mostAttempts}, '450 not now'),
        ('ada@example.com', 'Tried again', '', '', ${longAgo}, 0, '450 not now')`)
    await sweepMails(shop.db, new Date())
    const left = await shop.db
      .select({ subject: mails.subject })
      .from(mails)
      .where(eq(mails.to_address, 'ada@example.com'))
    expect(left.map(({ subject }) => subject).toSorted()).toEqual([
      'Number 1',
      'Number 2',
      'Number 3',
      'Tried again',
    ])
  })

  test('so do payments that came to nothing long ago, and none that is owed to somebody or has an order', async () => {
    const { id: product_id } = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id }])
    const { order_number } = data<Order>(await shopper.checkout())
    await shopper.call('PUT', paths.cancelOrder(order_number))
    await shop.db.update(payment_attempts).set({ amount: 0, created_at: longAgo })
    await shop.db.execute(sql`insert into payment_attempts (id, amount, status, created_at)
      select gen_random_uuid(), n,
        case n when 1 then 'started' when 3 then 'releasing' when 4 then 'uncertain'
          else case when n % 2 = 0 then 'declined' else 'released' end end,
        case when n = 2 then now() else ${longAgo} end
      from ${many} n`)
    await sweepAttempts(shop.db, new Date())
    const left = await shop.db.select({ amount: payment_attempts.amount }).from(payment_attempts)
    expect(new Set(left.map(({ amount }) => amount))).toEqual(new Set([0, 1, 2, 3, 4]))
  })

  test('so does what visitors measured, wrote and asked for, each when its time is over', async () => {
    await shop.db.execute(sql`insert into vitals (at, page, screen, name, value)
      select case when n <= 3 then now() else ${longAgo} end, 'home', 'phone', 'LCP', n from ${many} n`)
    await sweepVitals(shop.db, new Date())
    expect(await shop.db.$count(vitals)).toBe(3)

    const years = sql`now() - interval '3 years'`
    await shop.db.execute(sql`insert into contact_messages (name, email, subject, message, created_at)
      select 'Ada', 'ada@example.com', '', n, case when n <= 3 then now() else ${years} end from ${many} n`)
    await sweepMessages(shop.db, new Date())
    expect(await shop.db.$count(contact_messages)).toBe(3)

    await shop.db.execute(sql`insert into newsletter_subscribers
        (email, confirm_token, unsubscribe_token, requested_at, confirmed_at, unsubscribed_at)
      select case when n % 2 = 0 then n || '@example.com' end, 'confirm ' || n, 'leave ' || n,
        case when n = 2 then now() else ${years} end,
        case when n = 4 then ${years} end,
        case when n % 2 = 1 then case when n = 1 then now() else ${years} end end
      from generate_series(1, 5000) n`)
    await sweepSubscribers(shop.db, new Date())
    const left = await shop.db
      .select({ token: newsletter_subscribers.confirm_token })
      .from(newsletter_subscribers)
    expect(left.map(({ token }) => token).toSorted()).toEqual(['confirm 1', 'confirm 2', 'confirm 4'])
  })

  test('each stays for as long as the privacy policy and the operations page say, and no longer', async () => {
    const now = new Date()
    const before = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
    const { id: customer_id } = await newShopper(shop)
    const [open] = await shop.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.customer_id, customer_id))
    if (open === undefined) throw new Error('No session')
    /** Everything twice: an hour before its last day is over, and an hour after it. */
    for (const [which, hours] of [
      ['kept', -1],
      ['gone', 1],
    ] as const) {
      const ago = (days: number) => before(days + hours / 24)
      const mail = { to_address: 'term@example.com', subject: which, text: '', html: '' }
      await shop.db.insert(mails).values({ ...mail, created_at: ago(30), sent_at: ago(30) })
      await shop.db.insert(payment_attempts).values({
        amount: which === 'kept' ? 3_001 : 3_002,
        status: 'declined',
        created_at: ago(30),
      })
      await shop.db
        .insert(sessions)
        .values({ customer_id, expires_at: before(-1), revoked_at: ago(30), created_at: ago(40) })
      // Until then one that is used again ends its session.
      const token = { session_id: open.id, token_hash: `term ${which}` }
      await shop.db.insert(refresh_tokens).values({ ...token, superseded_at: ago(30) })
      const code_hash = `term ${which}`
      const handover = { customer_id, code_hash, state_hash: code_hash, browser_hash: code_hash }
      // It stays for an hour only.
      await shop.db.insert(handovers).values({ ...handover, expires_at: before((1 + hours / 2) / 24) })
      const link = { customer_id, purpose: 'verify_email', token_hash: `term ${which}` }
      await shop.db.insert(email_tokens).values({ ...link, expires_at: ago(30) })
      const tokens = (kind: string) => ({
        confirm_token: `${kind} ${which}`,
        unsubscribe_token: `leave ${kind} ${which}`,
      })
      await shop.db.insert(newsletter_subscribers).values([
        { ...tokens('asked'), email: `${which}@example.com`, requested_at: ago(30) },
        { ...tokens('left'), requested_at: before(900), unsubscribed_at: ago(365) },
      ])
    }
    await sweepMails(shop.db, now)
    await sweepAttempts(shop.db, now)
    await sweepAccounts(shop.db, now)
    await sweepSubscribers(shop.db, now)
    const left = await shop.db.select().from(mails).where(eq(mails.to_address, 'term@example.com'))
    expect(left.map(({ subject }) => subject)).toEqual(['kept'])
    expect(await shop.db.$count(payment_attempts, eq(payment_attempts.amount, 3_001))).toBe(1)
    expect(await shop.db.$count(payment_attempts, eq(payment_attempts.amount, 3_002))).toBe(0)
    // The shopper's own is open.
    expect(await shop.db.$count(sessions, eq(sessions.customer_id, customer_id))).toBe(2)
    const links = await shop.db.select().from(email_tokens).where(like(email_tokens.token_hash, 'term %'))
    expect(links.map(({ token_hash }) => token_hash)).toEqual(['term kept'])
    const retired = await shop.db.select().from(refresh_tokens).where(eq(refresh_tokens.session_id, open.id))
    expect(retired.map(({ token_hash }) => token_hash)).toEqual(['term kept'])
    const arrived = await shop.db.select().from(handovers).where(eq(handovers.customer_id, customer_id))
    expect(arrived.map(({ code_hash }) => code_hash)).toEqual(['term kept'])
    const readers = await shop.db
      .select({ token: newsletter_subscribers.confirm_token })
      .from(newsletter_subscribers)
      .where(like(newsletter_subscribers.confirm_token, '% kept'))
    expect(readers.map(({ token }) => token).toSorted()).toEqual(['asked kept', 'left kept'])
    expect(
      await shop.db.$count(newsletter_subscribers, like(newsletter_subscribers.confirm_token, '% gone')),
    ).toBe(0)
  })

  test.each(ofEngine('postgres', engine))(
    'what somebody holds is waited for by nobody, and goes the next time',
    async () => {
      const { id } = await newShopper(shop)
      const old = { customer_id: id, scope: 'wishlist', fingerprint: '', created_at: new Date(0) }
      await shop.db.insert(idempotency_keys).values(['held', 'free'].map((key) => ({ ...old, key })))
      const left = async () =>
        (await shop.db.select().from(idempotency_keys).where(eq(idempotency_keys.customer_id, id))).map(
          ({ key }) => key,
        )
      await shop.db.transaction(async (tx) => {
        await tx.select().from(idempotency_keys).where(eq(idempotency_keys.key, 'held')).for('update')
        await sweepIdempotency(shop.db, new Date())
        expect(await left()).toEqual(['held'])
      })
      await sweepIdempotency(shop.db, new Date())
      expect(await left()).toEqual([])
    },
  )
})
