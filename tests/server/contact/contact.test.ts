import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { shopDetails as details } from '#contract/shopDetails.ts'
import { sweepMessages } from '#server/contact/store.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { contact_messages } from '#server/db/schema/letters.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { longestQueue } from '#tests/support/longestQueue.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { statementsOf } from '#tests/support/statementsOf.ts'

let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({ environment: { RATE_LIMIT: 'on' }, clock: () => now })
})
beforeEach(async () => {
  await shop.db.delete(rate_limits)
  await shop.db.delete(contact_messages)
})
afterAll(() => shop.close())

const valid = {
  name: 'Ada Quince',
  email: 'ada@example.com',
  subject: 'A ring for spring',
  message: 'Can it be engraved?\n\nAnd <b>how soon</b>?',
}
const send = (body: unknown, from = '192.0.2.1') => shop.call('POST', paths.contactUs, { body, from })

test('a message is kept and mailed to the shop, which can answer it, and who wrote it is told that it has come', async () => {
  const { status, body, headers } = await send({ ...valid, email: 'Ada@Example.com', name: '  Ada Quince ' })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Thank you for your message. We will reply within one working day.' })
  expect(headers['cache-control']).toBe('no-store')
  expect(await shop.db.select().from(contact_messages)).toMatchObject([{ ...valid, created_at: now }])

  const received = await deliver(shop)
  const toShop = received.find((mail) => mail.headers.get('to') === details.email)
  expect(toShop?.headers.get('subject')).toBe('Message from Ada Quince: A ring for spring')
  expect(toShop?.headers.get('reply-to')).toBe('ada@example.com')
  expect(toShop?.text).toContain('ada@example.com')
  expect(toShop?.text).toContain('Can it be engraved?\n\nAnd <b>how soon</b>?')
  expect(toShop?.html).toContain('And &lt;b&gt;how soon&lt;/b&gt;?')

  const told = received.find((mail) => mail.headers.get('to') === 'ada@example.com')
  expect(told?.headers.get('subject')).toBe('We have your message')
  expect(told?.headers.has('reply-to')).toBe(false)
  // Anybody may have typed the address, so nothing typed with it is sent there.
  for (const said of [told?.text, told?.html]) {
    expect(said).toContain('Your message has reached us')
    for (const typed of ['Quince', 'spring', 'engraved']) expect(said).not.toContain(typed)
  }
})

test('one that comes again soon, as when its answer was lost, is kept and mailed once', async () => {
  await shop.db.delete(mails)
  const answers = await Promise.all([send(valid), send(valid)])
  answers.push(await send({ ...valid, message: 'Or polished?' }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await shop.db.select().from(contact_messages)).toHaveLength(2)
  expect(await shop.db.select().from(mails)).toHaveLength(4)
  now = new Date(now.getTime() + 11 * 60_000)
  await send(valid)
  expect(await shop.db.select().from(contact_messages)).toHaveLength(3)
})

test.each([undefined, '', '   '])('the subject may be %j', async (subject) => {
  expect((await send({ ...valid, subject })).status).toBe(200)
  expect(await shop.db.select().from(contact_messages)).toMatchObject([{ subject: '' }])
})

test.each([
  ['name', '', 'Name is required'],
  ['name', ' \t\n', 'Name is required'],
  ['name', undefined, 'Name is required'],
  ['name', 'Ada\r\nBcc: eve@example.com', 'Please leave out links and line breaks'],
  ['email', '', 'Email is required'],
  ['email', '   ', 'Email is required'],
  ['email', undefined, 'Email is required'],
  ['email', 'ada', 'Invalid email address'],
  ['email', 'ada@example', 'Invalid email address'],
  ['email', 'ada@example.com\r\nBcc: eve@example.com', 'Invalid email address'],
  ['message', '', 'Message is required'],
  ['message', ' \n ', 'Message is required'],
  ['message', undefined, 'Message is required'],
  ['message', 'x'.repeat(4001), 'Please use at most 4000 characters'],
])('a %s of %j is refused: %s', async (field, value, message) => {
  const { status, body } = await send({ ...valid, [field]: value })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message, code: 'invalid_input' })
  expect(body).toHaveProperty(['errors', field, 0], message)
  expect(await shop.db.select().from(contact_messages)).toEqual([])
})

test('a line break in the subject adds no header to a mail', async () => {
  await shop.db.delete(mails)
  await send({ ...valid, subject: 'Hello\r\nBcc: eve@example.com' })
  const subjects = (await shop.db.select().from(mails)).map((mail) => mail.subject)
  expect(subjects).toContain('Message from Ada Quince: Hello Bcc: eve@example.com')
})

test('one network may write ten times in ten minutes, another is not held back by it', async () => {
  const answers = []
  for (let index = 0; index < 12; index++)
    answers.push(await send({ ...valid, email: `a${index}@example.com` }))
  expect(answers.map((answer) => answer.status)).toEqual([...Array(10).fill(200), 429, 429])
  expect(answers[11]?.headers['retry-after']).toBe('600')
  expect((await send(valid, '192.0.2.2')).status).toBe(200)
  now = new Date(now.getTime() + 10 * 60_000)
  expect((await send(valid)).status).toBe(200)
})

test('whoever goes on asks the database nothing more until their time is over, and a crowd of them takes few of its connections', async () => {
  const from = '192.0.2.3'
  const crowd = () => Promise.all(Array.from({ length: 60 }, () => send(valid, from)))
  let first: Awaited<ReturnType<typeof crowd>> = []
  const longest = await longestQueue(shop, async () => {
    first = await crowd()
  })
  // Two are counted at a time, and ten may write.
  expect(longest).toBeLessThanOrEqual(12)
  expect(first.filter(({ status }) => status === 200)).toHaveLength(10)
  now = new Date(now.getTime() + 60_000)
  let more: typeof first = []
  const statements = await statementsOf(shop, async () => {
    more = await crowd()
  })
  for (const { status, headers } of more) expect([status, headers['retry-after']]).toEqual([429, '540'])
  expect(statements).toBe(0)
  // What a clock that was ahead has counted keeps nobody out once it is set back.
  const then = now
  now = new Date(then.getTime() - 30 * 24 * 3_600_000)
  expect((await send(valid, from)).status).toBe(200)
  now = new Date(then.getTime() + 9 * 60_000)
  expect((await send(valid, from)).status).toBe(200)
})

test('nobody can have one address flooded: the shop still gets every message', async () => {
  await shop.db.delete(mails)
  for (let index = 0; index < 6; index++)
    await send({ ...valid, email: 'victim@example.com', message: `Hello ${index}` })
  const to = (await shop.db.select().from(mails)).map((mail) => mail.to_address)
  expect(to.filter((address) => address === details.email)).toHaveLength(6)
  expect(to.filter((address) => address === 'victim@example.com')).toHaveLength(3)
})

test('messages are forgotten after two years', async () => {
  await send(valid)
  await sweepMessages(shop.db, new Date(now.getTime() + 729 * 24 * 3_600_000))
  expect(await shop.db.select().from(contact_messages)).toHaveLength(1)
  await sweepMessages(shop.db, new Date(now.getTime() + 731 * 24 * 3_600_000))
  expect(await shop.db.select().from(contact_messages)).toEqual([])
})

test('with RATE_LIMIT=off nothing is limited', async () => {
  const open = await openShop()
  try {
    const answers = []
    for (let index = 0; index < 15; index++) {
      answers.push((await open.call('POST', paths.contactUs, { body: valid })).status)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
  } finally {
    await open.close()
  }
})
