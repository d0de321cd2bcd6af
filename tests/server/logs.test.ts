import { createServer } from 'node:http'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { providerPaths } from '#contract/provider.ts'
import { customers } from '#server/db/schema/customers.ts'
import { runCommand } from '#server/desk/run.ts'
import { describeFailure } from '#server/process/failure.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { makeTransport } from '#server/mail/transport.ts'
import { registerPages } from '#server/pages/register.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { withLog } from '#tests/support/log.ts'
import { openPostOffice } from '#tests/support/postOffice.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { openPort } from '#tests/support/openPort.ts'
import { withoutDatabase } from '#tests/support/withoutDatabase.ts'

const canary = 'canary-zinnia'
const email = `${canary}@example.com`

/** A mail server that refuses every recipient, and names them, as such servers do. */
const hostilePostOffice = () =>
  openPostOffice({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`There is no ${address} here`), { responseCode: 550 })),
  })

/** A provider that refuses every code, and says whose it was. */
async function hostileProvider() {
  const server = createServer((request, response) => {
    const isFound = request.url?.startsWith('/.well-known/') === true
    const body = isFound
      ? {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        }
      : { error: 'invalid_grant', error_description: `${email} is not let in` }
    response.writeHead(isFound ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const issuer = `http://127.0.0.1:${await openPort(server)}`
  return {
    issuer,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Every failure in which an address is at hand. */
async function goWrong(shop: Shop) {
  const ada = await shop.signUp({ first_name: canary, email })
  const post = (path: string, body: object) => shop.call('POST', path, { body })

  for (let time = 0; time < 12; time++)
    await post(paths.login, { email, password: `not-the-password-${time}` })
  expect((await post(paths.login, { email, password: ada.password })).status).toBe(429)
  for (let time = 0; time < 5; time++) await post(paths.forgotPassword, { email })
  await post(paths.register, { email })
  await post(paths.newsletter, { email: `${email} ` })

  for (const query of [
    'code=c',
    `error=access_denied&error_description=${encodeURIComponent(`${email} left`)}`,
  ]) {
    const left = await shop.app.inject({ method: 'GET', url: `${apiRoot}${providerPaths('google').begin}` })
    const state = new URL(String(left.headers.location)).searchParams.get('state') ?? ''
    const back = await shop.app.inject({
      method: 'GET',
      url: `${apiRoot}${providerPaths('google').callback}?${query}&state=${state}`,
      headers: { cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
    })
    expect(String(back.headers.location)).toContain('problem=')
  }

  // A failure of the server's own, with all of it in the failing statement.
  await shop.db.execute(sql`alter table contact_messages rename to away`)
  const message = { name: canary, email, subject: email, message: `Write to ${email}` }
  expect((await post(paths.contactUs, message)).status).toBe(500)
  await shop.db.execute(sql`alter table away rename to contact_messages`)
  expect(
    (await shop.app.inject({ url: `/api/v1/broken/?email=${encodeURIComponent(email)}` })).statusCode,
  ).toBe(500)
  await shop.db.execute(sql`alter table customers rename to away`)
  const { db, config } = shop
  const services = { db, config, clock: () => new Date(), gateway: testGateway(), log: shop.app.log }
  const asked = { name: 'customers block', input: { email } }
  expect(await runCommand(services, asked)).toMatchObject({ isDone: false })
  await shop.db.execute(sql`alter table away rename to customers`)

  const transport = makeTransport(config)
  expect(await sendDueMails({ db, config, log: shop.app.log }, transport)).toBeGreaterThan(0)
  transport.close()
}

describe('the log', () => {
  test('names nobody’s address, whatever goes wrong, at its most talkative', async () => {
    const [office, provider] = [await hostilePostOffice(), await hostileProvider()]
    await withLog(async (read) => {
      const shop = await openShop({
        environment: {
          LOG_LEVEL: 'trace',
          RATE_LIMIT: 'on',
          PUBLIC_URL: 'https://damson.test',
          SMTP_URL: office.url,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: 'damson',
          OIDC_CLIENT_SECRET: 'a-secret-that-only-these-tests-know',
        },
      })
      shop.app.get('/api/v1/broken/', () => {
        throw new Error(`Nobody at ${email}`)
      })
      await goWrong(shop)
      await shop.close()
      const written = read()
      for (const sign of [
        'An email could not be sent',
        'A third-party login failed',
        'A desk command failed',
        '/api/v1/auth/contact-us/',
        '/api/v1/broken/',
      ])
        expect(written).toContain(sign)
      expect(written.split('\n').filter((line) => line.toLowerCase().includes(canary))).toEqual([])
      expect(written).not.toMatch(/@example\.com|%40example\.com/i)
    })
    await office.close()
    provider.stop()
  })
})

test('what a page could not read is told in lines of the log alone, and nothing beside them', () =>
  withLog(async (read) => {
    const shop = await openShop({ environment: { LOG_LEVEL: 'warn' } })
    await registerPages(shop.app, shop.config)
    await shop.app.ready()
    const beside = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error'), vi.spyOn(console, 'log')]
    await withoutDatabase(shop, () => shop.app.inject('/products/rings'))
    expect(beside.flatMap(({ mock }) => mock.calls)).toEqual([])
    for (const spy of beside) spy.mockRestore()
    const written = await shop.close().then(read)
    expect(written).toContain(paths.offerLine)
    for (const line of written.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  }))

const phone = '02079460999'
const cardNumber = '4242424242424242'
const token = 'dG9rZW4tb2Ytbm9ib2R5'
const secrets = [canary, phone, cardNumber, token, '1 Plum Lane']

/** Failing statements, one of each class, with what somebody typed in their values. */
const failing: Record<string, (shop: Shop) => Promise<unknown>> = {
  'a number that is none': ({ db }) => db.execute(sql`select ${canary}::int`),
  'a number too large': ({ db }) => db.execute(sql`select ${cardNumber}::int`),
  'an id that is none': ({ db }) => db.execute(sql`select ${token}::uuid`),
  'a date that is none': ({ db }) => db.execute(sql`select ${`${canary} of ${phone}`}::timestamptz`),
  'JSON that is none': ({ db }) => db.execute(sql`select ${`{"name": ${canary}`}::jsonb`),
  'a name with a line in it': ({ db }) => db.execute(sql`select ${`"${canary}"\n"1 Plum Lane"`}::int`),
  'what must be there': ({ db }) =>
    db.execute(sql`insert into customers (first_name, last_name, email) values (${canary}, null, ${email})`),
  'what is there already': async ({ db }) => {
    const one = { email, first_name: canary, last_name: 'Zinnia', contact_no: phone }
    await db.insert(customers).values(one).onConflictDoNothing()
    return db.insert(customers).values(one)
  },
  'what belongs to nobody': ({ db }) =>
    db.execute(sql`insert into idempotency_keys (customer_id, scope, key, fingerprint)
      values (gen_random_uuid(), 'cart', ${token}, ${cardNumber})`),
  'what a check refuses': ({ db }) =>
    db.execute(sql`insert into coupons (code, percent) values (${canary}, 4242)`),
  'a table that is not there': ({ db }) => db.execute(sql`insert into nowhere values (${email}, ${phone})`),
  'what is no SQL': ({ db }) => db.execute(sql`select ${canary} ${phone} form nowhere`),
  'a transaction that is over already': ({ db }) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select ${canary}::int`).catch(() => {})
      await tx.execute(sql`select ${phone}::text`)
    }),
}

/** Failures outside the database, with the same data at hand. */
const broken: Record<string, () => unknown> = {
  'what was kept and is no more as it was': () =>
    v.parse(v.object({ name: v.literal('x') }), { name: canary }),
  'what has not the form it should have': () =>
    v.parse(v.pipe(v.string(), v.digits()), `${canary}, "1 Plum Lane"`),
  'text that is no JSON': () => JSON.parse(`${canary} ${phone}`),
}

describe.each(engines())('what somebody typed, on %s', (engine) => {
  test('is in no line of the log, whatever statement it was that failed, nor in what is under the failure', () =>
    withLog(async (read) => {
      const shop = await openShop({ engine, environment: { LOG_LEVEL: 'trace' } })
      const all = [
        ...Object.entries(failing).map(([name, fail]) => ({ name, fail: () => fail(shop) })),
        ...Object.entries(broken).map(([name, fail]) => ({ name, fail: async () => fail() })),
      ]
      for (const url of ['/api/v1/failing/:name/', '/api/v1/failing/:name/:whose/'])
        shop.app.get(url, async (request) =>
          all.find(({ name }) => name === (request.params as { name: string }).name)?.fail(),
        )
      shop.app.get(
        '/api/v1/against/',
        { schema: { response: { 200: v.object({ phone: v.pipe(v.string(), v.regex(/^\+44/)) }) } } },
        async () => ({ phone }),
      )
      for (const { name, fail } of all) {
        // The caller's errors are answered and not logged; in the shop's own work they are failures all the same.
        const { statusCode } = await shop.app.inject({
          url: `/api/v1/failing/${encodeURIComponent(name)}/?token=${token}`,
        })
        expect(statusCode, name).toBeGreaterThanOrEqual(400)
        const error = await fail().then(
          () => null,
          (found: unknown) => found,
        )
        expect(error, name).not.toBeNull()
        shop.app.log.error(describeFailure(new Error(`Around ${name}`, { cause: error })), name)
        shop.app.log.error(describeFailure(error), `${name} itself`)
      }
      expect((await shop.app.inject({ url: '/api/v1/against/' })).statusCode).toBe(500)
      const named = `/api/v1/failing/text%20that%20is%20no%20JSON/${encodeURIComponent(email)}/`
      expect((await shop.app.inject({ url: named })).statusCode).toBe(500)
      const written = await shop.close().then(read)
      for (const { name } of all) expect(written).toContain(`"msg":"${name} itself"`)
      expect(written).toContain('/api/v1/against/')
      expect(written).toContain('/api/v1/failing/text%20that%20is%20no%20JSON/…@…/')
      const told = written.split('\n').filter((line) => secrets.some((secret) => line.includes(secret)))
      expect(told).toEqual([])
    }))
})
