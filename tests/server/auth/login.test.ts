import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { customers } from '#server/db/schema/customers.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { deliver } from '#tests/server/mail/eml.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const login = (body: unknown) => shop.call('POST', paths.login, { body })

test.each([
  [{ email: '', password: 'secret' }, 'email', 'Email is required'],
  [{ password: 'secret' }, 'email', 'Email is required'],
  [{ email: 'ada', password: 'secret' }, 'email', 'Please enter a valid email'],
  [{ email: 'ada@example.com', password: '' }, 'password', 'Password is required'],
  [{ email: 'ada@example.com' }, 'password', 'Password is required'],
  [{ email: 'ada@example.com', password: '12345' }, 'password', 'Password must be at least 6 characters'],
])('a login of %j is refused: %s: %s', async (body, field, message) => {
  const answer = await login(body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ message })
  expect(answer.body).toHaveProperty(['errors', field, 0], message)
})

test('a login gives both tokens and who it is, whatever the case of the address', async () => {
  const { email, password, user_id } = await shop.signUp({ first_name: 'Ada', last_name: 'Quince' })
  const { status, body } = await login({ email: email.toUpperCase(), password, remember: true })
  expect(status).toBe(200)
  expect(body).toEqual({
    access: expect.any(String),
    refresh: expect.stringMatching(/^[\w-]{43}$/),
    first_name: 'Ada',
    last_name: 'Quince',
    email,
    user_id,
  })
})

test('a password is taken as typed: not trimmed, and whichever way its accents were written', async () => {
  const password = '  caf\u00e9 prune '
  const { email } = await shop.signUp({ password, confirm_password: password })
  expect((await login({ email, password: password.normalize('NFD') })).status).toBe(200)
  expect((await login({ email, password: password.trim() })).status).toBe(401)
})

test('nobody learns from a refused login whether there is such an account', async () => {
  const { email } = await shop.signUp()
  const wrong = await login({ email, password: 'not-the-password' })
  const unknown = await login({ email: 'nobody@example.com', password: 'not-the-password' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ message: 'Invalid email or password', code: 'unauthenticated' })
  const { 'x-request-id': _a, date: _b, ...told } = wrong.headers
  const { 'x-request-id': _c, date: _d, ...toldOfNobody } = unknown.headers
  expect({ ...unknown, headers: toldOfNobody }).toEqual({ ...wrong, headers: told })
})

test('an account that only ever came through an identity provider has no password to guess', async () => {
  const { email, password } = await shop.signUp()
  await shop.db.update(customers).set({ password_hash: null }).where(eq(customers.email, email))
  expect((await login({ email, password })).status).toBe(401)
})

test('a blocked customer is told so, but only with the right password', async () => {
  const { email, password } = await shop.signUp()
  await shop.db.update(customers).set({ blocked_at: new Date() }).where(eq(customers.email, email))
  expect(await login({ email, password })).toMatchObject({
    status: 403,
    body: { message: 'Your account has been blocked. Please contact support.', code: 'blocked' },
  })
  expect((await login({ email, password: 'not-the-password' })).body).toMatchObject({
    message: 'Invalid email or password',
  })
})

test('an unverified address may log in, unless the shop is set to require it', async () => {
  const strict = await openShop({ environment: { REQUIRE_VERIFIED_EMAIL: 'true' } })
  try {
    const body = {
      first_name: 'Ada',
      last_name: 'Quince',
      email: 'ada@example.com',
      contact_no: '0123456789',
      password: 'secret',
      confirm_password: 'secret',
      agreed: true,
    }
    await strict.call('POST', paths.register, { body })
    const attempt = () =>
      strict.call('POST', paths.login, { body: { email: body.email, password: body.password } })
    expect(await attempt()).toMatchObject({
      status: 403,
      body: { message: 'Please verify your email address to login', code: 'not_verified' },
    })
    // The first link may be lost or expired, and there is no other way to a new one.
    expect(await deliver(strict)).toHaveLength(2)
    await strict.db.update(customers).set({ email_verified_at: new Date() })
    expect((await attempt()).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test.each([paths.login, paths.register, paths.refreshToken, paths.verifyToken, paths.verifyEmail])(
  '%s refuses what is not JSON, too large, or not an object, and never breaks',
  async (path) => {
    const send = (payload: string, type = 'application/json') =>
      shop.app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers: { 'content-type': type } })
    const answers = [
      await send('{'),
      await send(''),
      await send('[]'),
      await send('null'),
      await send('"text"'),
      await send('{"__proto__":{"email":"a@b.c"}}'),
      await send('email=a', 'application/x-www-form-urlencoded'),
      await send('text', 'text/plain'),
      await send(JSON.stringify({ email: 'a'.repeat(9_000) })),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.json()).toHaveProperty('message')
    }
    expect(answers.at(-1)?.statusCode).toBe(413)
    expect(answers.at(-2)?.statusCode).toBe(415)
  },
)
