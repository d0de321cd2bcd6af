import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepAccounts } from '#server/auth/store.ts'
import { email_tokens, refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { sweepIdempotency } from '#server/idempotency.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import { newShopper } from './orders/pieces.ts'

describe.each(engines())('what has piled up on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
    // A statement that goes on for too long is ended, and the next one would take as long: so none is to be that large.
    await shop.db.execute(sql`create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 1000 then raise exception 'Too many at once'; end if;
        return null;
      end $$`)
    for (const table of [idempotency_keys, sessions, refresh_tokens, email_tokens])
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

  test.runIf(engine === 'postgres')(
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
