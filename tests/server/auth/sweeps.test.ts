import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { sweepAccounts } from '#server/auth/store.ts'
import { email_tokens, refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { callLimit, sweepLimits } from '#server/calls/limits.ts'
import { sweepMails } from '#server/mail/outbox.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { deliver } from '../mail/eml.ts'

const day = 24 * 3_600_000
let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({ environment: { RATE_LIMIT: 'on' }, clock: () => now })
})
afterAll(() => shop.close())

async function sweep() {
  await sweepAccounts(shop.db, now)
  await sweepLimits(shop.db, now)
  await sweepMails(shop.db, now)
}
const count = async () => ({
  sessions: await shop.db.$count(sessions),
  refresh_tokens: await shop.db.$count(refresh_tokens),
  email_tokens: await shop.db.$count(email_tokens),
  mails: await shop.db.$count(mails),
  rate_limits: await shop.db.$count(rate_limits),
})

test('what still counts is kept, and what nobody can use any more is cleared away', async () => {
  const { refresh, email } = await shop.signUp()
  await shop.call('POST', paths.login, { body: { email, password: 'not-the-password' } })
  await deliver(shop)
  const before = await count()
  await sweep()
  expect(await count()).toEqual(before)

  now = new Date(now.getTime() + 13 * day)
  await sweep()
  expect((await count()).rate_limits).toBe(0)
  expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).toBe(200)

  now = new Date(now.getTime() + 47 * day)
  await sweep()
  expect(await count()).toEqual({ sessions: 0, refresh_tokens: 0, email_tokens: 0, mails: 0, rate_limits: 0 })
})

test('what is counted for longer than anything else is so until its time is over', async () => {
  const { db, config } = shop
  const limit = { name: 'long', most: 1, window: 2 * day, from: 'first', message: 'Too many' } as const
  const { count: ask } = callLimit({ db, config, clock: () => now }, limit)
  await ask('192.0.2.1')
  now = new Date(now.getTime() + 1.5 * day)
  await sweep()
  await expect(ask('192.0.2.1')).rejects.toThrow('Too many')
  now = new Date(now.getTime() + day)
  await sweep()
  expect((await count()).rate_limits).toBe(0)
})

test('what a clock that was ahead has counted is cleared away once it is set back, and nothing that still counts', async () => {
  const { email } = await shop.signUp()
  const fail = () => shop.call('POST', paths.login, { body: { email, password: 'not-the-password' } })
  await fail()
  const { rate_limits: counted } = await count()
  const then = now
  // Another server's clock may be this far behind.
  now = new Date(then.getTime() - 4 * 60_000)
  await sweep()
  expect((await count()).rate_limits).toBe(counted)
  now = new Date(then.getTime() - 30 * day)
  await sweep()
  expect((await count()).rate_limits).toBe(0)
})
