import { like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountTexts } from '#contract/accountTexts.ts'
import { authTexts } from '#contract/authTexts.ts'
import { passwordLinkPath } from '#contract/mailedLinks.ts'
import { paths } from '#contract/paths.ts'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const minute = 60_000
const strong = 'Damson-blossom7'
let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({
    environment: { PUBLIC_URL: 'https://damson.test', RATE_LIMIT: 'on' },
    clock: () => now,
  })
})
beforeEach(async () => {
  await shop.db.delete(rate_limits)
})
afterAll(() => shop.close())

const forgot = (email: string, from = '192.0.2.1') =>
  shop.call('POST', paths.forgotPassword, { body: { email }, from })
const login = (email: string, password: string, from = '192.0.2.1') =>
  shop.call('POST', paths.login, { body: { email, password }, from })
const tokensOf = async (email: string) =>
  (await deliver(shop))
    .filter((mail) => mail.headers.get('to') === email)
    .flatMap((mail) => /reset-password\?token=([\w-]{43})/.exec(mail.text)?.[1] ?? [])

test('three links an hour are mailed to one address; asking for more answers alike and leaves the last one good', async () => {
  const { email } = await shop.signUp()
  await shop.db.delete(rate_limits)
  const answers = []
  for (let time = 0; time < 5; time++) {
    answers.push(await forgot(email, `192.0.2.${time}`))
    // One that still waits would be withdrawn by the next.
    await deliver(shop)
  }
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })))).toHaveProperty(
    'size',
    1,
  )
  const tokens = await tokensOf(email)
  expect(tokens).toHaveLength(3)
  const last = await shop.call('POST', paths.checkPasswordToken, { body: { token: tokens.at(-1) } })
  expect(last.status).toBe(200)

  now = new Date(now.getTime() + 61 * minute)
  await forgot(email)
  expect(await tokensOf(email)).toHaveLength(4)
})

test('whoever is signed in is told when no link is mailed, having had three in an hour', async () => {
  const ada = await shop.signUp()
  await shop.db.delete(rate_limits)
  const ask = (by: { token?: string } = { token: ada.access }) => shop.call('POST', passwordLinkPath, by)
  expect((await ask({})).status).toBe(401)
  for (let time = 0; time < 3; time++) {
    expect(await ask()).toMatchObject({ status: 200, body: { message: accountTexts.linkMailed } })
    await deliver(shop)
  }
  expect(await ask()).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { message: authTexts.tooManyAttempts },
  })
  const tokens = await tokensOf(ada.email)
  expect(tokens).toHaveLength(3)
  const last = await shop.call('POST', paths.checkPasswordToken, { body: { token: tokens.at(-1) } })
  expect(last.status).toBe(200)
})

test('one network may not ask for ever', async () => {
  const from = '192.0.2.77'
  for (let time = 0; time < 60; time += 10) {
    const ten = Array.from({ length: 10 }, (_, index) => forgot(`nobody-${time + index}@example.com`, from))
    for (const { status } of await Promise.all(ten)) expect(status).toBe(200)
  }
  const refused = await forgot('somebody@example.com', from)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many attempts. Please wait a while and try again.', code: 'too_many_requests' },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await forgot('somebody@example.com', '198.51.100.1')).status).toBe(200)
})

test('an owner locked out by guessing gets in again by the link', async () => {
  const { email, password } = await shop.signUp()
  await shop.db.delete(rate_limits)
  await login(email, 'not-the-password', '10.0.0.1')
  // From ten networks ten times each: to hash all those passwords would take seconds.
  await shop.db.update(rate_limits).set({ count: 100 }).where(like(rate_limits.key, 'login:account:%'))
  expect((await login(email, password)).status).toBe(429)
  await forgot(email)
  const [token] = await tokensOf(email)
  const body = { new_password: strong, confirm_password: strong, token }
  const reset = await shop.call('POST', paths.resetPassword, { body, from: '192.0.2.1' })
  expect(reset.status).toBe(200)
  expect((await login(email, strong)).status).toBe(200)
})

test('what others cause to be sent to an address does not use up its reset links', async () => {
  const { email } = await shop.signUp()
  for (let time = 0; time < 5; time++) {
    await shop.call('POST', paths.newsletter, { body: { email } })
    const message = { name: 'Eve', email, subject: '', message: `Hello ${time}` }
    await shop.call('POST', paths.contactUs, { body: message })
    await shop.call('POST', paths.register, { body: { ...registration, email } })
  }
  const subjects = (await deliver(shop))
    .filter((mail) => mail.headers.get('to') === email)
    .map((mail) => mail.headers.get('subject'))
  expect(subjects.filter((subject) => subject === 'Please confirm your subscription')).toHaveLength(3)
  await forgot(email)
  expect(await tokensOf(email)).toHaveLength(1)
})

const registration = {
  first_name: 'Eve',
  last_name: 'Sloe',
  contact_no: '02079460123',
  password: 'plum-stone-7',
  confirm_password: 'plum-stone-7',
  agreed: true,
}
