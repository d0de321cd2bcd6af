import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { createApp } from '#server/app.ts'
import { derivedKey } from '#server/derivedKey.ts'
import { customers, refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { type Customer, type Shop, openShop } from '#tests/support/shop.ts'

const minute = 60_000
const day = 24 * 60 * minute
let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({ clock: () => now })
})
beforeEach(() => {
  now = new Date()
})
afterAll(() => shop.close())

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const refresh = (token: string) => shop.call('POST', paths.refreshToken, { body: { refresh: token } })
const profile = (token: string) => shop.call('GET', paths.profile, { token })
const signedOut = { status: 401, body: { message: 'Session expired', code: 'unauthenticated' } }

async function exchanged(token: string): Promise<{ access: string; refresh: string }> {
  const { status, body } = await refresh(token)
  expect(status).toBe(200)
  return body as { access: string; refresh: string }
}

test('the profile is told to who is signed in, and to nobody else', async () => {
  const ada = await shop.signUp({ first_name: 'Ada', last_name: 'Quince', contact_no: '0123456789' })
  const { status, body, headers } = await ada.call('GET', paths.profile)
  expect(status).toBe(200)
  expect(body).toEqual({
    first_name: 'Ada',
    last_name: 'Quince',
    email: ada.email,
    contact_no: '0123456789',
    last_password_change: null,
    email_verified_at: null,
    has_password: true,
    pending_email: null,
  })
  expect(headers['cache-control']).toBe('no-store')
  const refused = await shop.call('GET', paths.profile)
  expect(refused).toMatchObject({ status: 401, body: { message: 'No token found', code: 'unauthenticated' } })
  expect(refused.headers['www-authenticate']).toBe('Bearer')
})

test('an access token holds for 15 minutes', async () => {
  const { access } = await shop.signUp()
  pass(15 * minute - 1_000)
  expect((await profile(access)).status).toBe(200)
  pass(1_000)
  expect(await profile(access)).toMatchObject(signedOut)
})

test('verify-token says whether an access token holds', async () => {
  const { access, refresh: token } = await shop.signUp()
  const verify = (given: string) => shop.call('POST', paths.verifyToken, { body: { token: given } })
  expect(await verify(access)).toMatchObject({ status: 200, body: { valid: true } })
  expect(await verify(token)).toMatchObject(signedOut)
  expect(await verify('nonsense')).toMatchObject(signedOut)
  await shop.call('POST', paths.logout, { body: { refresh: token } })
  expect(await verify(access)).toMatchObject(signedOut)
})

test('a refresh gives a new pair, and both are good', async () => {
  const first = await shop.signUp()
  const second = await exchanged(first.refresh)
  expect(second.refresh).not.toBe(first.refresh)
  expect((await profile(second.access)).status).toBe(200)
  expect((await profile((await exchanged(second.refresh)).access)).status).toBe(200)
})

test('only hashes of refresh tokens are kept', async () => {
  const { refresh: token } = await shop.signUp()
  const kept = JSON.stringify(await shop.db.select().from(refresh_tokens))
  expect(kept).not.toContain(token)
})

test.each(['', 'nonsense', 'a'.repeat(4_096), '\0'])('a refresh with %j is refused', async (token) => {
  expect((await refresh(token)).status).toBe(token === '' ? 400 : 401)
})

test('a lost answer is no harm: the token is exchanged again, hours later too', async () => {
  const { refresh: token } = await shop.signUp()
  for (let lost = 0; lost < 100; lost++) {
    await exchanged(token)
    pass(5 * minute)
  }
  const found = await exchanged(token)
  expect((await refresh(found.refresh)).status).toBe(200)
})

test('of two tabs that refreshed at once, each goes on with its own token', async () => {
  const { refresh: token } = await shop.signUp()
  const [one, two] = await Promise.all([exchanged(token), exchanged(token)])
  pass(15 * minute)
  const nextOfOne = await exchanged(one.refresh)
  pass(40 * minute)
  const nextOfTwo = await exchanged(two.refresh)
  pass(15 * minute)
  expect((await refresh(nextOfOne.refresh)).status).toBe(200)
  expect((await refresh(nextOfTwo.refresh)).status).toBe(200)
})

test('a client that keeps the old token still works within a minute of the new one being used', async () => {
  const { refresh: token } = await shop.signUp()
  const next = await exchanged(token)
  await exchanged(next.refresh)
  pass(minute)
  const late = await exchanged(token)
  pass(20 * minute)
  expect((await refresh(late.refresh)).status).toBe(200)
})

test('a token that comes back after its owner was done with it puts everybody out', async () => {
  const { refresh: token, access } = await shop.signUp()
  const next = await exchanged(token)
  const afterNext = await exchanged(next.refresh)
  pass(minute + 1)
  expect(await refresh(token)).toMatchObject(signedOut)
  expect(await refresh(afterNext.refresh)).toMatchObject(signedOut)
  expect(await profile(afterNext.access)).toMatchObject(signedOut)
  expect(await profile(access)).toMatchObject(signedOut)
})

test('a thief who exchanged a stolen token later than its owner is found out, whoever goes on first', async () => {
  for (const first of ['owner', 'thief'] as const) {
    const { refresh: token } = await shop.signUp()
    const owner = await exchanged(token)
    pass(2 * minute)
    const thief = await exchanged(token)
    pass(10 * minute)
    await exchanged(first === 'owner' ? owner.refresh : thief.refresh)
    pass(2 * minute)
    expect(await refresh(first === 'owner' ? thief.refresh : owner.refresh)).toMatchObject(signedOut)
    expect(await profile(owner.access)).toMatchObject(signedOut)
    expect(await profile(thief.access)).toMatchObject(signedOut)
  }
})

test('one session revoked leaves the others of the same customer', async () => {
  const { refresh: token, email, password } = await shop.signUp()
  const { body } = await shop.call('POST', paths.login, { body: { email, password } })
  await exchanged((await exchanged(token)).refresh)
  pass(2 * minute)
  await refresh(token)
  expect((await refresh((body as Customer).refresh)).status).toBe(200)
})

test('a session ends after 14 days without use', async () => {
  const used = await shop.signUp()
  const unused = await shop.signUp()
  pass(13 * day)
  const next = await exchanged(used.refresh)
  pass(day)
  expect(await refresh(unused.refresh)).toMatchObject(signedOut)
  pass(12 * day)
  await exchanged(next.refresh)
})

test('a session ends 60 days after its login, however much it is used', async () => {
  let { refresh: token } = await shop.signUp()
  for (let week = 0; week < 8; week++) {
    pass(7 * day)
    token = (await exchanged(token)).refresh
  }
  pass(4 * day - 1)
  token = (await exchanged(token)).refresh
  pass(1)
  expect(await refresh(token)).toMatchObject(signedOut)
})

test('signing out ends the session at once, with whichever of its tokens, and always succeeds', async () => {
  const { refresh: token, access } = await shop.signUp()
  const next = await exchanged(token)
  for (const body of [
    { refresh: token },
    { refresh: token },
    { refresh: 'unknown' },
    {},
    { refresh: 7 },
    [],
    undefined,
  ]) {
    expect(await shop.call('POST', paths.logout, { body })).toMatchObject({
      status: 200,
      body: { message: 'Logged out successfully' },
    })
  }
  expect(await refresh(next.refresh)).toMatchObject(signedOut)
  expect(await refresh(token)).toMatchObject(signedOut)
  expect(await profile(access)).toMatchObject(signedOut)
  expect(await profile(next.access)).toMatchObject(signedOut)
})

test('signing out on one browser leaves the customer signed in on another', async () => {
  const { refresh: token, email, password } = await shop.signUp()
  const { body } = await shop.call('POST', paths.login, { body: { email, password } })
  await shop.call('POST', paths.logout, { body: { refresh: token } })
  expect((await profile((body as Customer).access)).status).toBe(200)
})

test('a customer who is blocked is out at once, and learns why at the refresh', async () => {
  const { refresh: token, access, user_id } = await shop.signUp()
  await shop.db.update(customers).set({ blocked_at: now }).where(eq(customers.id, user_id))
  expect(await profile(access)).toMatchObject(signedOut)
  expect(await refresh(token)).toMatchObject({ status: 403, body: { code: 'blocked' } })
})

test('the tokens of a deleted customer are worth nothing', async () => {
  const { refresh: token, access, user_id } = await shop.signUp()
  await shop.db.delete(customers).where(eq(customers.id, user_id))
  expect(await profile(access)).toMatchObject(signedOut)
  expect(await refresh(token)).toMatchObject(signedOut)
})

test('a path with and without its trailing slash is the same, and another method is told apart', async () => {
  expect((await shop.call('GET', 'auth/profile')).status).toBe(401)
  const wrong = await shop.call('GET', paths.login)
  expect(wrong.status).toBe(405)
  expect(wrong.headers['allow']).toBe('POST')
})

test('no forged token is taken for an access token', async () => {
  const ada = await shop.signUp()
  const [session] = await shop.db.select().from(sessions).where(eq(sessions.customer_id, ada.user_id))
  const [, eve] = [ada, await shop.signUp()]
  const key = derivedKey(shop.config.sessionSecret, 'access token')
  const seconds = Math.floor(now.getTime() / 1_000)
  const good = {
    sid: session?.id,
    sub: ada.user_id,
    iss: 'damson',
    aud: 'damson-api',
    iat: seconds,
    exp: seconds + 600,
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const make = (
    claims: object,
    header: object = { alg: 'HS256', typ: 'at+jwt' },
    secret: Uint8Array | string = key,
  ) => {
    const body = `${part(header)}.${part(claims)}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  // Tokens made by this tool are accepted; otherwise the refusals below would prove nothing.
  expect((await profile(make(good))).status).toBe(200)
  expect((await profile(ada.access)).status).toBe(200)

  const [head = '', body = '', signature = ''] = ada.access.split('.')
  const unsigned = `${part({ alg: 'none', typ: 'at+jwt' })}.${part(good)}.`
  const forged = [
    ada.refresh,
    unsigned,
    `${part({ alg: 'None', typ: 'at+jwt' })}.${part(good)}.`,
    `${unsigned}${signature}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.${part(good)}.${signature}`,
    `${head}.${body}.${signature.slice(0, -2)}`,
    `${head}.${body}.${signature}.x`,
    `.${body}.${signature}`,
    make(good, { alg: 'RS256', typ: 'at+jwt' }),
    make(good, { alg: 'HS512', typ: 'at+jwt' }),
    make(good, { alg: 'HS256' }),
    make(good, { alg: 'HS256', typ: 'JWT' }),
    make(good, { alg: 'HS256', typ: 'at+jwt', crit: ['x'], x: 1 }),
    make(good, { alg: 'HS256', typ: 'at+jwt', kid: '../../dev/null' }, ''),
    make(good, { alg: 'HS256', typ: 'at+jwt', kid: "' union select 'x" }, 'x'),
    make(good, { alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'eA' } }, 'x'),
    make(good, { alg: 'HS256', typ: 'at+jwt' }, shop.config.sessionSecret),
    make(good, { alg: 'HS256', typ: 'at+jwt' }, derivedKey(shop.config.sessionSecret, 'rate limits')),
    make(
      good,
      { alg: 'HS256', typ: 'at+jwt' },
      derivedKey('another secret of another shop, just as long', 'access token'),
    ),
    make({ ...good, aud: 'damson' }),
    make({ ...good, aud: ['other'] }),
    make({ ...good, iss: 'https://accounts.google.com' }),
    make({ ...good, exp: seconds - 1 }),
    make({ ...good, exp: 'tomorrow' }),
    make({ ...good, nbf: seconds + 600 }),
    make({ ...good, sub: eve.user_id }),
    make({ ...good, sub: '' }),
    make({ ...good, sub: [ada.user_id] }),
    make({ ...good, sub: `${ada.user_id}' or '1'='1` }),
    make({ ...good, sid: '00000000-0000-4000-8000-000000000000' }),
    make({ ...good, sid: null }),
    make({ ...good, sid: { $ne: '' } }),
    ...(['sub', 'sid', 'iss', 'aud', 'exp', 'iat'] as const).map((name) =>
      make({ ...good, [name]: undefined }),
    ),
    make([]),
    await new SignJWT(good).setProtectedHeader({ alg: 'HS384', typ: 'at+jwt' }).sign(key),
    'null',
    '..',
    '😀.😀.😀',
  ]
  expect(forged.length).toBeGreaterThanOrEqual(40)
  for (const token of forged) {
    const answer = await profile(token)
    expect([token, answer.status]).toEqual([token, 401])
    const verified = await shop.call('POST', paths.verifyToken, { body: { token } })
    expect([token, verified.status]).toEqual([token, 401])
    expect([token, (await refresh(token)).status]).toEqual([token, token === ada.refresh ? 200 : 401])
  }
  for (const authorization of [
    'Bearer',
    'Bearer ',
    `Basic ${ada.access}`,
    ada.access,
    `Bearer ${ada.access} x`,
    `Bearer,${ada.access}`,
  ]) {
    const answer = await shop.call('GET', paths.profile, { headers: { authorization } })
    expect([authorization, answer.status]).toEqual([authorization, 401])
  }
  expect((await refresh(ada.access)).status).toBe(401)
})

test('after the shop’s secret was changed no access token from before is taken, and whoever is signed in gets a new one', async () => {
  const ada = await shop.signUp()
  const config = { ...shop.config, sessionSecret: 'another secret for the same shop, just as long' }
  const app = await createApp({ db: shop.db, config, gateway: shop.gateway })
  const ask = (token: string) =>
    app.inject({ url: `${apiRoot}${paths.profile}`, headers: { authorization: `Bearer ${token}` } })
  expect((await ask(ada.access)).statusCode).toBe(401)
  const renewed = await app.inject({
    method: 'POST',
    url: `${apiRoot}${paths.refreshToken}`,
    payload: { refresh: ada.refresh },
  })
  expect(renewed.statusCode).toBe(200)
  expect((await ask(renewed.json<{ access: string }>().access)).statusCode).toBe(200)
  await app.close()
})
