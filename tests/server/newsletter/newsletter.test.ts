import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { shop as ours } from '#contract/shop.ts'
import { newLinkToken } from '#server/auth/tokens.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { newsletter_subscribers } from '#server/db/schema/letters.ts'
import { moveSubscription, sweepSubscribers } from '#server/newsletter/store.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const hour = 3_600_000
const day = 24 * hour
let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({
    environment: { RATE_LIMIT: 'on', PUBLIC_URL: 'https://damson.test' },
    clock: () => now,
  })
})
beforeEach(async () => {
  await shop.db.delete(rate_limits)
  await shop.db.delete(newsletter_subscribers)
})
afterAll(() => shop.close())

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const signUp = (email: unknown, from = '192.0.2.1') =>
  shop.call('POST', paths.newsletter, { body: { email }, from })
const confirm = (token: unknown) => shop.call('POST', paths.confirmNewsletter, { body: { token } })
const unsubscribe = (token: unknown) => shop.call('POST', paths.unsubscribeNewsletter, { body: { token } })

let people = 0
const somebody = () => `reader-${people++}@example.com`
const received = async (email: string) =>
  (await deliver(shop)).filter((mail) => mail.headers.get('to') === email)
const linkIn = (text: string | undefined, name: 'token' | 'unsubscribe') =>
  new RegExp(`https://damson\\.test/newsletter\\?${name}=([\\w-]{32})\\n`).exec(text ?? '')?.[1] ?? ''
const stored = async (email: string) =>
  (await shop.db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.email, email)))[0]

test('an address is on the list once its mailed link is confirmed, and gets a welcome', async () => {
  const email = somebody()
  const { status, body } = await signUp(email.toUpperCase())
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Almost there: please open the link that we have just mailed to you.' })
  expect(await stored(email)).toMatchObject({ confirmed_at: null })

  const [asked] = await received(email)
  expect(asked?.headers.get('subject')).toBe('Please confirm your subscription')
  expect(await confirm(linkIn(asked?.text, 'token'))).toMatchObject({
    status: 200,
    body: { message: 'Thank you. Our next letter will come to you.' },
  })
  expect(await stored(email)).toMatchObject({ confirmed_at: now })
  expect((await received(email)).map((mail) => mail.headers.get('subject'))).toEqual([
    'Please confirm your subscription',
    `Welcome to the ${ours.name} letter`,
  ])
})

test('a link opened twice is no error, and welcomes once', async () => {
  const email = somebody()
  await signUp(email)
  const token = linkIn((await received(email))[0]?.text, 'token')
  const [first, second] = await Promise.all([confirm(token), confirm(token)])
  expect([first?.status, second?.status]).toEqual([200, 200])
  expect(await received(email)).toHaveLength(2)
})

test('who is on the list gets the same answer as who is not, and is told by mail', async () => {
  const email = somebody()
  const first = await signUp(email)
  await confirm(linkIn((await received(email))[0]?.text, 'token'))
  const again = await signUp(email)
  expect({ ...again, headers: null }).toEqual({ ...first, headers: null })
  expect((await received(email)).at(-1)?.headers.get('subject')).toBe(
    `You already get the ${ours.name} letter`,
  )
  expect(await stored(email)).toHaveProperty('confirmed_at', now)
})

test('every mail says how to leave; leaving forgets the address, and pressing twice is no error', async () => {
  const email = somebody()
  await signUp(email)
  await confirm(linkIn((await received(email))[0]?.text, 'token'))
  await signUp(email)
  const letters = await received(email)
  expect(letters).toHaveLength(3)
  const tokens = letters.map((mail) => linkIn(mail.text, 'unsubscribe'))
  expect(new Set(tokens).size).toBe(1)
  for (const mail of letters) expect(mail.html).toContain('Unsubscribe')

  const leaving = now
  for (let time = 0; time < 2; time++) {
    if (time > 0) pass(60_000)
    expect(await unsubscribe(tokens[0])).toMatchObject({
      status: 200,
      body: { message: 'You have been taken off the list. No more letters will come.' },
    })
  }
  const left = await shop.db.select().from(newsletter_subscribers)
  expect(left).toMatchObject([{ email: null, unsubscribed_at: leaving }])
  expect(JSON.stringify(left)).not.toContain(email)
  // The old link must not subscribe somebody again who has left.
  expect((await confirm(linkIn(letters[0]?.text, 'token'))).status).toBe(400)
})

test('a link ends in what no email program takes for punctuation, also where its token is an old one', async () => {
  const email = somebody()
  const unsubscribe_token = `${'x'.repeat(31)}-`
  await shop.db
    .insert(newsletter_subscribers)
    .values({ email, confirm_token: newLinkToken(), unsubscribe_token, confirmed_at: now })
  await signUp(email)
  const [link = ''] = /https:\S+unsubscribe=\S+/.exec((await received(email))[0]?.text ?? '') ?? []
  expect(link).toMatch(/[a-z\d]$/i)
  expect(await unsubscribe(new URL(link).searchParams.get('unsubscribe'))).toMatchObject({ status: 200 })
  expect(await stored(email)).toBeUndefined()

  const tokens = Array.from({ length: 1_000 }, newLinkToken)
  expect(tokens.filter((token) => !/^[\w-]{31}[a-z\d]$/i.test(token))).toEqual([])
})

test('who has left may come back, with links of their own; to the old one nobody says that no letter comes', async () => {
  const email = somebody()
  await signUp(email)
  const first = linkIn((await received(email))[0]?.text, 'unsubscribe')
  await unsubscribe(first)
  await signUp(email)
  const second = await received(email)
  expect(await confirm(linkIn(second[1]?.text, 'token'))).toMatchObject({ status: 200 })
  pass(hour + 1)
  expect(await unsubscribe(first)).toMatchObject({
    status: 200,
    body: {
      message:
        'This link has taken its reader off the list before. If a letter still comes, please use the link in that one.',
    },
  })
  expect(await stored(email)).toMatchObject({ confirmed_at: expect.any(Date), unsubscribed_at: null })
})

test('the link works for seven days from the last time of asking', async () => {
  const email = somebody()
  await signUp(email)
  const token = linkIn((await received(email))[0]?.text, 'token')
  pass(7 * day)
  expect(await confirm(token)).toMatchObject({
    status: 400,
    body: { message: 'This link is not valid any more.' },
  })
  await signUp(email)
  expect((await confirm(token)).status).toBe(200)
})

test.each([undefined, null, '', 'x', 'a'.repeat(32), 'a'.repeat(33), ' '.repeat(32), {}, ["' or 1=1 --"]])(
  'a token of %j confirms and unsubscribes nobody',
  async (token) => {
    const email = somebody()
    await signUp(email)
    for (const answer of [await confirm(token), await unsubscribe(token)]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    }
    expect(await stored(email)).toMatchObject({ confirmed_at: null, unsubscribed_at: null })
  },
)

test('one kind of link does not do the other’s work', async () => {
  const email = somebody()
  await signUp(email)
  const [mail] = await received(email)
  expect((await confirm(linkIn(mail?.text, 'unsubscribe'))).status).toBe(400)
  expect((await unsubscribe(linkIn(mail?.text, 'token'))).status).toBe(400)
})

test.each([
  ['that nobody has', 'x'.repeat(32)],
  ['of which an email program has cut something off', 'x'.repeat(31)],
])('a link to leave %s says where there is a good one', async (_what, token) => {
  expect(await unsubscribe(token)).toMatchObject({
    status: 400,
    body: {
      message: 'This link is not valid any more. If a letter still comes, please use the link in that one.',
    },
  })
})

test.each([
  ['', 'Please enter your email address'],
  ['  ', 'Please enter your email address'],
  [undefined, 'Please enter your email address'],
  ['reader', 'Please enter a valid email'],
  ['reader@example.com, eve@example.com', 'Please enter a valid email'],
  ["=cmd|'/ccalc'!a1+@attacker.example", 'Please use an address that begins with a letter or digit'],
  ['\uff1dsum@attacker.example', 'Please use an address that begins with a letter or digit'],
  ['+tag@example.com', 'Please use an address that begins with a letter or digit'],
  ['-tag@example.com', 'Please use an address that begins with a letter or digit'],
  ['@sum@attacker.example', 'Please enter a valid email'],
])('an address of %j is refused: %s', async (email, message) => {
  const { status, body } = await signUp(email)
  expect(status).toBe(400)
  expect(body).toHaveProperty(['errors', 'email', 0], message)
})

test('asking many times at once makes one subscriber, and at most three mails an hour', async () => {
  const email = somebody()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(await shop.db.select().from(newsletter_subscribers)).toHaveLength(1)
  expect(await received(email)).toHaveLength(3)
})

test('one network may ask twenty times in ten minutes', async () => {
  await shop.db.delete(mails)
  const statuses = []
  for (let index = 0; index < 21; index++) statuses.push((await signUp(somebody(), '192.0.2.3')).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await signUp(somebody(), '192.0.2.2')).status).toBe(200)
})

test('what was never confirmed is forgotten after 30 days, who left after a year, readers never', async () => {
  const [reader, left, silent] = [somebody(), somebody(), somebody()]
  for (const email of [reader, left, silent]) await signUp(email)
  await confirm(linkIn((await received(reader))[0]?.text, 'token'))
  await unsubscribe(linkIn((await received(left))[0]?.text, 'unsubscribe'))
  const after = async (days: number) => {
    await sweepSubscribers(shop.db, new Date(now.getTime() + days * day))
    return (await shop.db.select().from(newsletter_subscribers))
      .map((row) => row.email ?? 'left')
      .toSorted((one, other) => one.localeCompare(other))
  }
  expect(await after(29)).toEqual(['left', reader, silent])
  expect(await after(31)).toEqual(['left', reader])
  expect(await after(366)).toEqual([reader])
})

const entry = (id: string, is_confirmed: boolean | null, email: string) =>
  is_confirmed === null
    ? []
    : [{ email, confirm_token: id, unsubscribe_token: id, confirmed_at: is_confirmed ? now : null }]

test.each([
  ['nothing', null, null, null],
  ['the new one alone', null, false, 'new'],
  ['the old one alone', false, null, 'old'],
  ['both, neither confirmed', false, false, 'new'],
  ['both, the old one confirmed', true, false, 'old'],
  ['both, the new one confirmed', false, true, 'new'],
  ['both, confirmed', true, true, 'new'],
])(
  'a reader who has another address is on the list once: with %s there',
  async (_what, old, present, kept) => {
    const [from, to] = [somebody(), somebody()]
    const rows = [...entry('old', old, from), ...entry('new', present, to)]
    if (rows.length > 0) await shop.db.insert(newsletter_subscribers).values(rows)
    await moveSubscription(shop.db, from, to, now)
    expect(await stored(from)).toBeUndefined()
    const left = await stored(to)
    expect(left?.confirm_token ?? null).toBe(kept)
    expect((left?.confirmed_at ?? null) !== null).toBe(old === true || present === true)
  },
)

test('an entry that was confirmed at another address, or made there, does not come back from it', async () => {
  const [from, to] = [somebody(), somebody()]
  await shop.db.insert(newsletter_subscribers).values(entry('mine', false, from))
  const id = await moveSubscription(shop.db, from, to, now)
  const since = new Date(now.getTime() - 1)
  expect(await moveSubscription(shop.db, to, from, now, { id: null, since })).toBeNull()
  expect(await moveSubscription(shop.db, to, from, now, { id, since })).toBe(id)
  await moveSubscription(shop.db, from, to, now)
  await shop.db
    .update(newsletter_subscribers)
    .set({ confirmed_at: now })
    .where(eq(newsletter_subscribers.email, to))
  expect(await moveSubscription(shop.db, to, from, now, { id, since })).toBeNull()
  expect((await stored(to))?.id).toBe(id)
})
