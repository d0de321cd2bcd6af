import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { providerPaths } from '#contract/provider.ts'
import { runCommand } from '#server/desk/run.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { makeTransport } from '#server/mail/transport.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { withLog } from '#tests/support/log.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const canary = 'canary-zinnia'
const email = `${canary}@example.com`

/** A mail server that refuses whoever is written to, and names them, as they do. */
async function hostilePostOffice() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`There is no ${address} here`), { responseCode: 550 })),
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

/** A provider that refuses every code, and says whose it was. */
async function hostileProvider() {
  const server = createServer((request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const isFound = request.url?.startsWith('/.well-known/') === true
    const body = isFound
      ? {
          issuer: origin,
          authorization_endpoint: `${origin}/auth`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/jwks`,
        }
      : { error: 'invalid_grant', error_description: `${email} is not let in` }
    response.writeHead(isFound ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Everything in which an address is at hand when something goes wrong. */
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
    const left = await shop.app.inject({ method: 'GET', url: `${apiRoot}${providerPaths.begin}` })
    const state = new URL(String(left.headers.location)).searchParams.get('state') ?? ''
    const back = await shop.app.inject({
      method: 'GET',
      url: `${apiRoot}${providerPaths.callback}?${query}&state=${state}`,
      headers: { cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
    })
    expect(String(back.headers.location)).toContain('problem=')
  }

  // A failure of the server's own, with all of it in the statement that failed.
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
        'A mail could not be sent',
        'A third-party login failed',
        'A command of the desk failed',
        '/api/v1/auth/contact-us/',
        '/api/v1/broken/',
      ])
        expect(written).toContain(sign)
      expect(written.split('\n').filter((line) => line.toLowerCase().includes(canary))).toEqual([])
      expect(written).not.toMatch(/@example\.com|%40example\.com/i)
    })
    office.stop()
    provider.stop()
  })
})
