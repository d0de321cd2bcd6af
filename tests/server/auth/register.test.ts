import { eq, like } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { type LoginAnswer, Registration } from '#contract/auth.ts'
import { authTexts } from '#contract/authTexts.ts'
import { verificationPath } from '#contract/mailedLinks.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { shop as ours } from '#contract/shop.ts'
import { customers } from '#server/db/schema/customers.ts'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { address, card, data, newPiece } from '#tests/server/orders/pieces.ts'

let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({
    hashes: 'real',
    environment: { PUBLIC_URL: 'https://damson.test/', RATE_LIMIT: 'on' },
    clock: () => now,
  })
})
afterAll(() => shop.close())

const valid = {
  first_name: 'Ada',
  last_name: 'Quince',
  email: 'ada@example.com',
  contact_no: '0123456789',
  password: 'secret',
  confirm_password: 'secret',
  agreed: true,
}
let people = 0
const somebody = () => ({ ...valid, email: `somebody-${people++}@example.com` })
const register = (body: unknown) => shop.call('POST', paths.register, { body })
const without = (field: keyof typeof valid) =>
  Object.fromEntries(Object.entries(valid).filter(([name]) => name !== field))

test.each([
  ['first_name', '', 'First name is required'],
  ['first_name', '   ', 'First name is required'],
  ['last_name', '', 'Last name is required'],
  ['first_name', 'Ada\r\nYou have won', 'Please leave out links and line breaks'],
  ['last_name', 'claim it: https://evil.example/claim', 'Please leave out links and line breaks'],
  ['last_name', 'claim it: (WWW.evil.example)', 'Please leave out links and line breaks'],
  ['email', '', 'Email is required'],
  ['email', 'ada', 'Please enter a valid email'],
  ['email', 'ada@example', 'Please enter a valid email'],
  ['email', 'a b@example.com', 'Please enter a valid email'],
  ['email', 'ada@example.com, eve@example.com', 'Please enter a valid email'],
  ['contact_no', '', 'Contact number is required'],
  ['contact_no', '123456789', 'Please enter a valid phone number (10-15 digits)'],
  ['contact_no', '1234567890123456', 'Please enter a valid phone number (10-15 digits)'],
  ['contact_no', '+441234567890', 'Please enter a valid phone number (10-15 digits)'],
  ['password', '', 'Password is required'],
  ['password', '12345', 'Password must be at least 6 characters'],
  ['confirm_password', '', 'Please confirm your password'],
  ['confirm_password', 'secreT', 'Passwords do not match'],
  ['agreed', false, 'You must agree to the terms'],
])('signing up with %s %j is refused: %s', async (field, value, message) => {
  const { status, body } = await register({ ...valid, [field]: value })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message, code: 'invalid_input' })
  expect(body).toHaveProperty(['errors', field, 0], message)
})

test.each([
  ['email', 'ada'],
  ['agreed', false],
])('a repetition that differs is told whatever else is wrong: %s %j', async (field, value) => {
  const { body } = await register({
    ...valid,
    password: '12345',
    confirm_password: '54321',
    [field]: value,
  })
  expect(body).toMatchObject({
    errors: {
      password: ['Password must be at least 6 characters'],
      confirm_password: ['Passwords do not match'],
    },
  })
})

test.each([
  ['first_name', 'First name is required'],
  ['last_name', 'Last name is required'],
  ['email', 'Email is required'],
  ['contact_no', 'Contact number is required'],
  ['password', 'Password is required'],
  ['confirm_password', 'Please confirm your password'],
  ['agreed', 'You must agree to the terms'],
] as const)('signing up without %s is refused in the words of an empty one', async (field, message) => {
  const { status, body } = await register(without(field))
  expect(status).toBe(400)
  expect(body).toHaveProperty(['errors', field, 0], message)
})

test.each(['first_name', 'email', 'password', 'agreed', 'contact_no'])(
  'a %s of the wrong type is refused, not stored',
  async (field) => {
    for (const value of [{}, [], 7, null]) {
      const { status, body } = await register({ ...valid, [field]: value })
      expect(status).toBe(400)
      expect(body).toHaveProperty(['errors', field])
    }
  },
)

test('signing up gives the user, without their password, and asks to verify the address', async () => {
  const person = { ...somebody(), email: 'Mixed.Case@Example.com' }
  const { status, body, headers } = await register(person)
  expect(status).toBe(201)
  expect(body).toEqual({
    user: { id: expect.any(String), first_name: 'Ada', last_name: 'Quince', email: 'mixed.case@example.com' },
    message: 'Account created successfully! Please verify your email.',
  })
  expect(headers['cache-control']).toBe('no-store')
  const [stored] = await shop.db.select().from(customers).where(eq(customers.email, 'mixed.case@example.com'))
  expect(stored).toMatchObject({ contact_no: '0123456789', email_verified_at: null, agreed_at: now })
  expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('no mail says what was typed by whoever gave its address, before the address is proved', async () => {
  const [victim, other] = [somebody(), somebody()]
  const typed = { ...victim, first_name: 'Winner of £500.', last_name: 'See evil.example/claim' }
  await register(typed)
  await register(typed)
  await shop.call('POST', paths.forgotPassword, { body: { email: victim.email } })
  const { body } = await shop.call('POST', paths.login, { body: victim })
  const { access: token } = body as LoginAnswer
  for (const email of ['evil.example/claim@example.com', other.email]) {
    await shop.call('PATCH', paths.profile, { token, body: { email } })
  }
  const new_password = 'another-one'
  const change = { old_password: victim.password, new_password, confirm_password: new_password }
  await shop.call('POST', paths.changePassword, { token, body: change })
  const post = async (path: string, body: object) =>
    data<Order>(await shop.call('POST', path, { token, body }))
  const piece = await newPiece(shop)
  const where = { ...address, full_name: typed.first_name, address_line_1: typed.last_name }
  const { id: shipping_address_id } = await post(paths.addresses, where)
  const order = async (contact: object | null) => {
    await post(paths.cartItems, { product_id: piece.id, variant_id: null, quantity: 1 })
    const payment = { payment_method: 'card', payment_data: card() }
    return post(paths.checkout, { shipping_address_id, ...payment, contact })
  }
  const first = await order(null)
  await shop.call('PUT', paths.cancelOrder(first.id), { token })
  const second = await order({ ...typed, phone: '02079460123' })
  // The fourth in an hour is not written.
  await order(null)
  const third = await order({ ...typed, phone: '02079460123', email: other.email })
  const received = (await deliver(shop)).filter((mail) =>
    [victim.email, other.email].includes(mail.headers.get('to') ?? ''),
  )
  expect(received.map((mail) => mail.headers.get('subject'))).toEqual([
    'Please verify your email address',
    `You already have an account with ${ours.name}`,
    'Choose a new password',
    'A new email address for your account',
    'Please confirm your new email address',
    'A new email address for your account',
    'Your password was changed',
    `Your order ${first.order_number}`,
    `Your order ${first.order_number} was cancelled`,
    `Your order ${second.order_number}`,
    `Your order ${third.order_number}`,
  ])
  for (const { text, html } of received) expect(text + html).not.toMatch(/winner|evil/i)
  const [confirmed] = received.slice(-1)
  expect(confirmed?.text).toContain(`https://damson.test/orders/${third.order_number}`)
  expect(confirmed?.text).toContain(formatMoney(third.total))
})

test.each([
  ['Siobhán', 'O’Neil'],
  ['Anne-Marie', "d'Arc"],
  ['J. R. R.', 'Martin Jr.'],
  ['Raj', 'a/l Kumar'],
  ['艾达', '陈'],
])('somebody may be called %s %s', (first_name, last_name) => {
  expect(v.safeParse(Registration, { ...valid, first_name, last_name }).output).toMatchObject({
    first_name,
    last_name,
  })
})

test('fields that are not of a registration are ignored', async () => {
  const person = { ...somebody(), id: 'x', email_verified_at: '2026-01-01', blocked_at: null, is_admin: true }
  expect((await register(person)).status).toBe(201)
  const [stored] = await shop.db.select().from(customers).where(eq(customers.email, person.email))
  expect(stored?.email_verified_at).toBeNull()
})

test('an address that is taken gets the same answer; its owner gets a mail and keeps name and password', async () => {
  const person = somebody()
  const first = await register(person)
  const again = await register({
    ...person,
    first_name: 'Eve',
    password: 'other-one',
    confirm_password: 'other-one',
    email: person.email.toUpperCase(),
  })
  const shape = (body: unknown) =>
    JSON.stringify(body)
      .replace(/"id":"[0-9a-f-]{36}"/, 'id')
      .replace('Eve', 'Ada')
  expect(again.status).toBe(first.status)
  expect(shape(again.body)).toBe(shape(first.body))
  expect(Object.keys(again.headers).sort()).toEqual(Object.keys(first.headers).sort())

  const login = (password: string) =>
    shop.call('POST', paths.login, { body: { email: person.email, password } })
  expect((await login('other-one')).status).toBe(401)
  expect((await login('secret')).body).toMatchObject({ first_name: 'Ada' })

  const received = (await deliver(shop)).filter((mail) => mail.headers.get('to') === person.email)
  expect(received.map((mail) => mail.headers.get('subject'))).toEqual([
    'Please verify your email address',
    `You already have an account with ${ours.name}`,
  ])
  expect(received[1]?.text).toContain('https://damson.test/forget-password')
  expect(received[1]?.text).not.toContain('Eve')
})

test('of many sign-ups with one address at once, one makes the account and all get the same answer', async () => {
  const person = somebody()
  const answers = await Promise.all(Array.from({ length: 8 }, () => register(person)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
  expect(await shop.db.select().from(customers).where(eq(customers.email, person.email))).toHaveLength(1)
})

test.each([
  ['as it is', (email: string) => email],
  [
    'with something in it that nobody sees',
    (email: string, time: number) => `${email.slice(0, time + 1)}\u{ad}${email.slice(time + 1)}`,
  ],
  [
    'in wide letters',
    (email: string, time: number) =>
      `${email.slice(0, -time - 1)}${email.slice(-time - 1).replaceAll(/[a-z]/g, wide)}`,
  ],
])('nobody can fill a mailbox by signing up with its address, %s', async (_how, spelled) => {
  const person = somebody()
  for (let time = 0; time < 8; time++)
    expect((await register({ ...person, email: spelled(person.email, time) })).status).toBe(201)
  const received = (await deliver(shop)).filter((mail) => mail.headers.get('to') === person.email)
  expect(received).toHaveLength(3)
  expect(await shop.db.$count(customers, eq(customers.email, person.email))).toBe(1)
})

const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfe_e0)

test.each([
  '\u200bada-2@example.com',
  'ada-2@example.com\u2060',
  'ada-2\uff20example.com',
  'ada-2@exam\u0001ple\u3002com',
])('an address that was pasted as %j is the one that is seen', async (email) => {
  const { status, body } = await register({ ...valid, email })
  expect([status, body]).toMatchObject([201, { user: { email: 'ada-2@example.com' } }])
})

// Chrome sends the host of an email field as its server is found, other browsers as it was typed.
test.each(['me@b\u00fccher.example', 'me@BU\u0308CHER.example', 'me@xn--bcher-kva.example'])(
  'an address of a host in letters of any alphabet is one, as %j too',
  async (email) => {
    const { status, body } = await register({ ...valid, email })
    expect([status, body]).toMatchObject([201, { user: { email: 'me@xn--bcher-kva.example' } }])
  },
)

test.each([
  'me@b\u00fccher.example/a',
  'me@b\u00fccher.example?a',
  'me@b\u00fccher.example#a',
  'me@b\u00fc%41.example',
])('what no host may have is not cut off, as in %j', async (email) => {
  expect((await register({ ...valid, email })).body).toMatchObject({ user: { email } })
})

test.each(['ada@example..com', 'ada@.example.com', 'ada@b\u00fccher..example'])(
  '%j is no address: a part of its host is missing',
  async (email) => {
    expect(await register({ ...valid, email })).toMatchObject({
      status: 400,
      body: { errors: { email: ['Please enter a valid email'] } },
    })
  },
)

test('one network may not sign up for ever: three hundred in ten minutes are enough', async () => {
  const from = '198.51.100.7'
  const signUp = () => shop.call('POST', paths.register, { from, body: somebody() })
  const ofNetworks = like(rate_limits.key, 'register:%')
  await shop.db.delete(rate_limits).where(ofNetworks)
  expect((await signUp()).status).toBe(201)
  // Hashing the passwords of the calls between would take half a minute.
  await shop.db.update(rate_limits).set({ count: 299 }).where(ofNetworks)
  expect((await signUp()).status).toBe(201)
  const refused = await signUp()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await register(somebody())).status).toBe(201)
})

async function linkFor(email: string): Promise<URL> {
  const mail = (await deliver(shop)).find((each) => each.headers.get('to') === email)
  return new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link')
}
const verify = (token: unknown) => shop.call('POST', paths.verifyEmail, { body: { token } })

test('the link of the mail verifies the address, and says so again when it is opened twice', async () => {
  const person = somebody()
  await register(person)
  const link = await linkFor(person.email)
  expect(link.origin + link.pathname).toBe('https://damson.test/verify-email')
  for (let time = 0; time < 2; time++) {
    const { status, body } = await verify(link.searchParams.get('token'))
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Email verified successfully' })
  }
  const [stored] = await shop.db.select().from(customers).where(eq(customers.email, person.email))
  expect(stored?.email_verified_at).toEqual(now)
})

test('whom the link did not reach in time can have another, three in an hour, until the address is verified', async () => {
  const person = somebody()
  await register(person)
  const first = (await linkFor(person.email)).searchParams.get('token')
  now = new Date(now.getTime() + 4 * 24 * 3_600_000)
  const { access: token } = (await shop.call('POST', paths.login, { body: person })).body as LoginAnswer
  const profile = async () => (await shop.call('GET', paths.profile, { token })).body
  const another = (by: { token?: string } = { token }) => shop.call('POST', verificationPath, by)
  expect(await profile()).toMatchObject({ email_verified_at: null })
  expect((await verify(first)).status).toBe(400)

  expect((await another({})).status).toBe(401)
  for (let time = 0; time < 3; time++) {
    expect(await another()).toMatchObject({ status: 200, body: { message: accountTexts.linkMailed } })
  }
  expect(await another()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { message: authTexts.tooManyAttempts },
  })
  const mails = (await deliver(shop)).filter((mail) => mail.headers.get('to') === person.email)
  expect(mails).toHaveLength(4)

  const [last] = mails.slice(-1)
  expect((await verify(/token=([\w-]{32})\n/.exec(last?.text ?? '')?.[1])).status).toBe(200)
  expect(await profile()).toMatchObject({ email_verified_at: now.toISOString() })
  expect(await another()).toMatchObject({ status: 200, body: { message: authTexts.emailVerified } })
  expect((await deliver(shop)).filter((mail) => mail.headers.get('to') === person.email)).toHaveLength(4)
})

test('the link in the HTML of the mail is the one in its text', async () => {
  const person = somebody()
  await register(person)
  const mail = (await deliver(shop)).find((each) => each.headers.get('to') === person.email)
  expect(mail?.html).toContain(`href="${(await linkFor(person.email)).href}"`)
})

test('a link is worth nothing when tampered with, of an address since changed, or after three days', async () => {
  const person = somebody()
  await register(person)
  const token = (await linkFor(person.email)).searchParams.get('token') ?? ''
  const refused = { status: 400, body: { message: 'Invalid or Expired Token', code: 'invalid_input' } }
  expect(await verify(`${token}x`)).toMatchObject(refused)
  expect(await verify(token.toUpperCase())).toMatchObject(refused)

  const isTheirs = eq(customers.email, person.email)
  await shop.db.update(customers).set({ email: 'elsewhere@example.com' }).where(isTheirs)
  expect(await verify(token)).toMatchObject(refused)
  await shop.db
    .update(customers)
    .set({ email: person.email })
    .where(eq(customers.email, 'elsewhere@example.com'))

  const before = now
  now = new Date(now.getTime() + 72 * 3_600_000)
  expect(await verify(token)).toMatchObject(refused)
  now = before
  expect((await verify(token)).status).toBe(200)
})

test.each([
  ['ada.many@example.com', ['ada.many+1', 'ada.many+2', 'ada.many+3', 'ada.many+a+b'], 'example.com'],
  ['ada.plum@gmail.com', ['adaplum', 'a.d.a.plum', 'adaplum+1', 'ad.aplum+2'], 'gmail.com'],
  // Google’s has two names.
  ['ada.sloe@gmail.com', ['ada.sloe', 'adasloe', 'a.d.a.sloe', 'adasloe+1'], 'googlemail.com'],
])(
  'to the mailbox of %s no more than three emails go, however its address is varied',
  async (first, others, host) => {
    const emails = [first, ...others.map((name) => `${name}@${host}`)]
    for (const email of emails) expect((await register({ ...valid, email })).status).toBe(201)
    const told = (await deliver(shop)).flatMap(({ headers }) => headers.get('to') ?? [])
    expect(told.filter((to) => emails.includes(to))).toEqual(emails.slice(0, 3))
  },
)

test('two people whose names differ by a dot have three each, where a dot makes a difference', async () => {
  for (const email of ['jo.ann@example.org', 'joann@example.org'].flatMap((one) => [one, one, one]))
    await register({ ...valid, email })
  const told = (await deliver(shop)).flatMap(({ headers }) => headers.get('to') ?? [])
  expect(told.filter((to) => to.endsWith('@example.org'))).toHaveLength(6)
})
