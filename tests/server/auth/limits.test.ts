import { like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { login as loginWith } from '#server/auth/accounts.ts'
import { makeLimits } from '#server/auth/limits.ts'
import { passwordHasher } from '#server/auth/passwords.ts'
import { registerAuth } from '#server/auth/routes.ts'
import { accessTokens } from '#server/auth/tokens.ts'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { callLimit } from '#server/calls/limits.ts'
import { createFastify } from '#server/http/fastify.ts'
import { countedWith, networkOf } from '#server/calls/networks.ts'
import { mailLimit } from '#server/mail/limits.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { type Reply, type Shop, openShop } from '#tests/support/shop.ts'
import { ask } from '../hostile/socket.ts'

const minute = 60_000
const day = 24 * 60 * minute
let shop: Shop
let now = new Date()
beforeAll(async () => {
  shop = await openShop({
    environment: { RATE_LIMIT: 'on' },
    clock: () => now,
    hashes: 'real',
  })
})
beforeEach(async () => {
  await shop.db.delete(rate_limits)
})
afterAll(() => shop.close())

const login = (email: string, password: string, from = '192.0.2.1', headers = {}) =>
  shop.call('POST', paths.login, { body: { email, password }, from, headers })
const wrong = (email: string, from?: string, headers?: object) =>
  login(email, 'not-the-password', from, headers)
const statuses = (answers: Reply[]) => answers.map((answer) => answer.status)

/** As if what these counters have counted had happened so often: to hash all those passwords takes seconds. */
const counted = (names: string, count: number) =>
  shop.db.update(rate_limits).set({ count }).where(like(rate_limits.key, names))

async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await work(index))
  return results
}

test('after 10 failed logins the account is closed to that address for 15 minutes, the right password included', async () => {
  const { email, password } = await shop.signUp()
  expect(statuses(await times(10, () => wrong(email)))).toEqual(Array(10).fill(401))
  pass(5 * minute)
  const refused = await login(email, password)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many attempts. Please wait a while and try again.', code: 'too_many_requests' },
  })
  expect(refused.headers['retry-after']).toBe(String(10 * 60))
  // From elsewhere the owner still gets in, and trying does not prolong the wait.
  expect((await login(email, password, '192.0.2.2')).status).toBe(200)
  await times(5, () => wrong(email))
  pass(10 * minute)
  expect((await login(email, password)).status).toBe(200)
})

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

test('failures count together until 15 minutes go by without one: however slowly somebody guesses, ten are all', async () => {
  const { email } = await shop.signUp()
  const answers = await times(12, () => {
    pass(10 * minute)
    return wrong(email)
  })
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429, 401])
})

test('guessing in parallel gets no further than guessing in turn', async () => {
  const { email } = await shop.signUp()
  const answers = statuses(await Promise.all(Array.from({ length: 30 }, () => wrong(email))))
  expect(answers.filter((status) => status === 401)).toHaveLength(10)
  expect(answers.filter((status) => status === 429)).toHaveLength(20)
})

test('what a clock that was a month ahead has counted keeps nobody out once it is set back', async () => {
  const { email, password } = await shop.signUp()
  pass(30 * day)
  await wrong(email, '198.51.100.1')
  await counted('login:account:%', 100)
  await wrong('person-0@example.com')
  await counted('login:spread:%', 30)
  const refused = await Promise.all([login(email, password), wrong(email, '203.0.113.1')])
  expect(statuses(refused)).toEqual([429, 429])
  pass(-30 * day)
  expect(statuses([await login(email, password), await wrong('person-41@example.com')])).toEqual([200, 401])
  // Tries are then counted as ever.
  expect(statuses(await times(11, () => wrong(email)))).toEqual([...Array(10).fill(401), 429])
})

test('servers whose clocks differ by minutes count together: asking each in turn wins no try', async () => {
  const { email } = await shop.signUp()
  const apart = 4 * minute
  const answers = await times(12, async (index) => {
    pass(index % 2 === 0 ? apart : -apart)
    return wrong(email)
  })
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429, 429])
  const spread = await times(32, async (index) => {
    pass(index % 2 === 0 ? apart : -apart)
    return wrong(`person-${index}@example.com`, '192.0.2.3')
  })
  expect(statuses(spread)).toEqual([...Array(30).fill(401), 429, 429])
})

test('a header that names another address changes nothing', async () => {
  const { email } = await shop.signUp()
  const answers = await times(12, (index) =>
    wrong(email, '192.0.2.1', {
      'x-forwarded-for': `198.51.100.${index}`,
      'x-real-ip': `198.51.100.${index}`,
      forwarded: `for=198.51.100.${index}`,
    }),
  )
  expect(statuses(answers).slice(10)).toEqual([429, 429])
})

test('an account that does not exist is closed just the same', async () => {
  expect(statuses(await times(11, () => wrong('nobody@example.com'))).slice(9)).toEqual([401, 429])
})

test('a login that succeeds forgets the failures before it', async () => {
  const { email, password } = await shop.signUp()
  for (let round = 0; round < 3; round++) {
    await times(9, () => wrong(email))
    expect((await login(email, password)).status).toBe(200)
  }
})

test('and those from anywhere else: only failures in a row close the account to all', async () => {
  const { email, password } = await shop.signUp()
  await wrong(email, '198.51.100.1')
  await counted('login:account:%', 99)
  expect((await login(email, password)).status).toBe(200)
  expect((await wrong(email, '198.51.100.2')).status).toBe(401)
  expect((await login(email, password)).status).toBe(200)
})

test('after 100 failures in a row from many addresses the account is closed to all, for a day at most', async () => {
  const { email, password } = await shop.signUp()
  expect(new Set(statuses(await times(100, (index) => wrong(email, `198.51.100.${index}`))))).toEqual(
    new Set([401]),
  )
  const refused = await wrong(email, '203.0.113.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(24 * 3_600)
  pass(24 * 60 * minute)
  expect((await login(email, password, '203.0.113.1')).status).toBe(200)
})

test('one address may fail at 30 accounts in 10 minutes, and not at a 31st', async () => {
  const answers = await times(32, (index) => wrong(`person-${index}@example.com`))
  expect(statuses(answers)).toEqual([...Array(30).fill(401), 429, 429])
  expect((await wrong('person-0@example.com')).status).toBe(401)
  expect((await wrong('person-40@example.com', '192.0.2.9')).status).toBe(401)
  pass(10 * minute)
  expect((await wrong('person-41@example.com')).status).toBe(401)
})

test('of a crowd that is too large those who wait their turn are refused without the database’s being asked', async () => {
  const limit = callLimit(
    { db: shop.db, config: shop.config, clock: () => now },
    { name: 'a crowd', most: 3, window: minute, from: 'first', message: 'Enough' },
  )
  const crowd = Array.from({ length: 50 }, () => limit.count('192.0.2.1'))
  const outcomes = await Promise.allSettled(crowd)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const [counter] = await shop.db.select().from(rate_limits).where(like(rate_limits.key, 'a crowd:%'))
  // And those who were asked for at the same moment as the last.
  expect(counter?.count).toBeLessThanOrEqual(3 + 2)
})

test('who has reached a limit is let in again once calls are taken back, or a clock that was ahead is set back', async () => {
  const limit = callLimit(
    { db: shop.db, config: shop.config, clock: () => now },
    { name: 'reached', most: 2, window: minute, from: 'first', message: 'Enough' },
  )
  const from = '192.0.2.3'
  const reach = async () => {
    await times(2, () => limit.count(from))
    await expect(limit.count(from)).rejects.toThrow('Enough')
  }
  await reach()
  // The one that was refused was counted as well.
  await limit.forgive(from, 3)
  await reach()
  pass(30 * day)
  await reach()
  pass(-30 * day)
  await reach()
})

describe('whoever has a whole network of 65,536 households', () => {
  /** Attempts at that many accounts, each from another household of the network; gives how many were counted. */
  async function attempts(most: number, network: string) {
    const limits = makeLimits({ db: shop.db, config: shop.config, clock: () => now })
    const outcomes = await times(most, (index) =>
      limits
        .countAttempt({
          email: `${network}-${index}@example.com`,
          ip: `2001:db8:${network}:${index.toString(16)}::1`,
        })
        .then(
          () => 'counted',
          () => 'refused',
        ),
    )
    return outcomes.filter((outcome) => outcome === 'counted').length
  }

  test('may fail at as many accounts as sixteen of them, and others as before', async () => {
    expect(await attempts(500, 'a')).toBe(480)
    expect(await attempts(1, 'b')).toBe(1)
    pass(10 * minute)
    expect(await attempts(1, 'a')).toBe(1)
  })

  test('gets back what was right', async () => {
    const limits = makeLimits({ db: shop.db, config: shop.config, clock: () => now })
    const mine = { email: 'ada@example.com', ip: '2001:db8:c:1::1' }
    await limits.countAttempt(mine)
    await limits.forgive(mine)
    expect(await attempts(481, 'c')).toBe(480)
  })

  test('may make sixteen times the calls, of which one household alone takes none from its neighbours', async () => {
    const limit = callLimit(
      { db: shop.db, config: shop.config, clock: () => now },
      { name: 'a test', most: 2, window: minute, from: 'first', message: 'Enough' },
    )
    const count = async (ip: string) =>
      limit.count(ip).then(
        () => true,
        () => false,
      )
    expect(await times(40, () => count('2001:db8:d:1::1'))).toEqual([true, true, ...Array(38).fill(false)])
    const others = await times(40, (index) => count(`2001:db8:d:${(index + 2).toString(16)}::1`))
    expect(others).toEqual([...Array(30).fill(true), ...Array(10).fill(false)])
    expect(await count('2001:db8:e:1::1')).toBe(true)
    // One of those that were refused has been counted, as of a household.
    await limit.forgive('2001:db8:d:2::1', 2)
    expect(await times(2, () => count('2001:db8:d:50::1'))).toEqual([true, false])
  })
})

test('many people behind one address who log in rightly do not close it to each other', async () => {
  const { email, password } = await shop.signUp()
  const answers = await times(40, async (index) => {
    await wrong(`person-${index % 5}@example.com`)
    return login(email, password)
  })
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
})

test('logging in rightly, many times at once, is never refused and wins no room for more guesses', async () => {
  const { email, password } = await shop.signUp()
  await times(20, (index) => wrong(`person-${index}@example.com`))
  const right = await Promise.all(Array.from({ length: 30 }, () => login(email, password)))
  expect(new Set(statuses(right))).toEqual(new Set([200]))
  const answers = await times(11, (index) => wrong(`person-${index + 20}@example.com`))
  expect(statuses(answers)).toEqual([...Array(10).fill(401), 429])
})

/** The services of signing in, with the queue of waiting passwords full. */
function busyServices() {
  const services = { db: shop.db, config: shop.config, clock: () => now }
  return {
    ...services,
    limits: makeLimits(services),
    mayMail: mailLimit(services),
    passwords: passwordHasher({ inFlight: 0, queue: 0 }),
    tokens: accessTokens(shop.config.sessionSecret, services.clock),
  }
}

test('a login that the server was too busy to look at counts as no failure', async () => {
  const { email, password } = await shop.signUp()
  const busy = busyServices()
  const attempt = { email, password, remember: false }
  await times(12, () =>
    expect(loginWith(busy, attempt, '192.0.2.1')).rejects.toMatchObject({ statusCode: 503 }),
  )
  expect((await login(email, password)).status).toBe(200)
})

test('while too many passwords wait, a login and a registration are refused before they are read or counted', async () => {
  const app = await createFastify(shop.config)
  await registerAuth(app, busyServices(), testGateway())
  try {
    for (const url of [`/${paths.login}`, `/${paths.register}`]) {
      const headers = { 'content-type': 'application/json' }
      const answer = await app.inject({ method: 'POST', url, headers, payload: '{ unreadable' })
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('2')
    }
    expect(await shop.db.select().from(rate_limits)).toEqual([])
  } finally {
    await app.close()
  }
})

test('those refusals cost the server little: the framework does not see them, and a connection stays for the next call', async () => {
  const app = await createFastify(shop.config)
  let seen = 0
  app.addHook('onRequest', async () => void (seen += 1))
  await registerAuth(app, busyServices(), testGateway())
  const body = '{ unreadable'.padEnd(6_000)
  const post = (path: string, connection: string) =>
    `POST /${path}?from=x HTTP/1.1\r\nHost: shop\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  try {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const both = post(paths.register, 'keep-alive') + post(paths.login, 'close')
    const answer = await ask(Number(port), both)
    expect(`${answer.head}${answer.body}`.match(/HTTP\/1\.1 503[^]*?"code":"unavailable"/g)).toHaveLength(2)
    expect(seen).toBe(0)
  } finally {
    await app.close()
  }
})

test('a network that floods the login keeps nobody elsewhere from logging in or signing up', async () => {
  const { email, password } = await shop.signUp()
  const flood = Array.from({ length: 80 }, (_, index) => wrong(`person-${index}@example.com`, '192.0.2.1'))
  const elsewhere = '198.51.100.7'
  const names = { first_name: 'Grace', last_name: 'Hopper', contact_no: '07700900124', agreed: true }
  const registration = { ...names, email: 'grace@example.com', password, confirm_password: password }
  const theirs = Promise.all([
    login(email, password, elsewhere),
    shop.call('POST', paths.register, { body: registration, from: elsewhere }),
  ])
  expect(statuses(await theirs)).toEqual([200, 201])
  expect(statuses(await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(28)
})

test('counters hold over a restart, because they are in the database, where no address can be read', async () => {
  const { email } = await shop.signUp()
  await wrong(email)
  const kept = await shop.db.select().from(rate_limits)
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toMatch(/192\.0|@|example/)
})

test('with RATE_LIMIT=off nothing is limited', async () => {
  const open = await openShop({ environment: { RATE_LIMIT: 'off' } })
  try {
    const body = { email: 'ada@example.com', password: 'not-the-password' }
    const answers = await times(40, () => open.call('POST', paths.login, { body }))
    expect(new Set(statuses(answers))).toEqual(new Set([401]))
    expect(await open.db.select().from(rate_limits)).toEqual([])
  } finally {
    await open.close()
  }
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::1', '2001:db8:1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0', 'fe80:0:0:0'],
  ['::1', '0:0:0', '0:0:0:0'],
])('%s takes turns as %s, and is counted with its household', (ip, network, household = network) => {
  expect(networkOf(ip)).toBe(network)
  expect(countedWith(ip)).toEqual({ household, network: household === network ? null : network })
})
