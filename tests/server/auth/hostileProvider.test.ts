import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type JWK, type JWTPayload, SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { providerPaths } from '#contract/provider.ts'
import type { ProviderKey } from '#contract/providers.ts'
import type { ProviderProblem } from '#contract/providerTexts.ts'
import { customers, handovers } from '#server/db/schema/customers.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { openPort } from '#tests/support/openPort.ts'

const home = 'https://damson.test'
/** The engine that opens sooner, for tests with a shop of their own. */
const quickest = engines().at(-1) ?? 'embedded'
const google = providerPaths('google')

type Answers = Partial<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>

/** A server on this machine that speaks HTTP, and answers each path as told. */
async function listen(answers: Answers) {
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://x').pathname]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  return {
    origin: `http://127.0.0.1:${await openPort(server)}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
const json = (body: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

/** What a provider says of itself. */
const described = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
})

const environment = (OIDC_ISSUER: string) => ({
  PUBLIC_URL: home,
  OIDC_ISSUER,
  OIDC_CLIENT_ID: 'damson',
  OIDC_CLIENT_SECRET: 'a-secret-that-only-these-tests-know',
})

const begin = (shop: Shop, key: ProviderKey = 'google') =>
  shop.app.inject({ method: 'GET', url: `${apiRoot}${providerPaths(key).begin}?from=%2Fcart` })
const cameBack = (problem: ProviderProblem) => `${home}/login?from=%2Fcart#problem=${problem}&provider=google`

describe('what a provider says of somebody', () => {
  let shop: Shop
  let stop: () => Promise<void>
  let issuer = ''
  /** What the next ID token says, and how it is signed. */
  let idToken: (claims: JWTPayload) => Promise<string> | string
  /** What it says to whoever has a token. */
  let userinfo: Record<string, unknown> = {}
  /** Of its keys those that it makes known. */
  let published: JWK[] = []
  let key: CryptoKey
  let otherKey: CryptoKey
  /** How the shop has last shown who it is. */
  let shown: string | undefined
  beforeAll(async () => {
    const pair = await generateKeyPair('RS256')
    key = pair.privateKey
    otherKey = (await generateKeyPair('RS256')).privateKey
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    const answers: Answers = {}
    const server = await listen(answers)
    issuer = server.origin
    stop = server.stop
    answers['/.well-known/openid-configuration'] = json({
      ...described(issuer),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      userinfo_endpoint: `${issuer}/userinfo`,
    })
    answers['/jwks'] = (request, response) => json({ keys: published })(request, response)
    published = [jwk]
    answers['/token'] = (request, response) => {
      shown = request.headers.authorization
      void Promise.resolve(idToken(standard())).then((id_token) =>
        json({ access_token: 'a', token_type: 'Bearer', id_token })(request, response),
      )
    }
    answers['/userinfo'] = (request, response) => json(userinfo)(request, response)
    shop = await openShop({ environment: environment(issuer) })
  })
  afterAll(async () => {
    await shop.close()
    await stop()
  })

  // Nobody is known from before.
  beforeEach(async () => {
    await shop.db.delete(customers)
  })

  let nonce = ''
  const now = () => Math.floor(Date.now() / 1_000)
  const standard = (): JWTPayload => ({
    iss: issuer,
    aud: 'damson',
    sub: 'sub-1',
    iat: now(),
    exp: now() + 300,
    nonce,
    email: 'rowan@example.com',
    email_verified: true,
    given_name: 'Rowan',
  })
  const signed = (claims: JWTPayload, by = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by)

  /** Goes through the login with such a token; returns the address it leads back to. */
  async function comeBack(make: typeof idToken): Promise<string> {
    idToken = make
    const left = await begin(shop)
    const asked = new URL(String(left.headers.location)).searchParams
    nonce = asked.get('nonce') ?? ''
    const back = await shop.app.inject({
      method: 'GET',
      url: `${apiRoot}${google.callback}?code=c&state=${asked.get('state') ?? ''}`,
      headers: { cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
    })
    return String(back.headers.location)
  }

  const signedIn = /#code=[\w-]{43}&provider=google$/
  const lies: Record<string, typeof idToken> = {
    'another nonce': (claims) => signed({ ...claims, nonce: 'A'.repeat(43) }),
    'no nonce': ({ nonce: _nonce, ...claims }) => signed(claims),
    'another issuer': (claims) => signed({ ...claims, iss: 'https://evil.example' }),
    'another audience': (claims) => signed({ ...claims, aud: 'another-shop' }),
    'no subject': ({ sub: _sub, ...claims }) => signed(claims),
    'a subject that is none': (claims) => signed({ ...claims, sub: 'x'.repeat(300) }),
    'a time long past': (claims) => signed({ ...claims, iat: now() - 7_200, exp: now() - 3_600 }),
    'another key': (claims) => signed(claims, otherKey),
    'no signature': (claims) => new UnsecuredJWT(claims).encode(),
    'its own public key as a password': (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(new TextEncoder().encode(issuer.padEnd(64))),
    'no token at all': () => 'no.token.here',
  }
  test.each(Object.keys(lies))('%s signs nobody in', async (lie) => {
    const make = lies[lie]
    if (!make) throw new Error('No such lie')
    expect(await comeBack(make)).toBe(cameBack('failed'))
    expect(await shop.db.select().from(handovers)).toEqual([])
    expect(await shop.db.select().from(customers)).toEqual([])
  })

  test('with a key that is new since a moment ago fails once, and signs in who tries again', async () => {
    expect(await comeBack(signed)).toMatch(signedIn)
    const former = published
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    published = [{ ...(await exportJWK(publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }]
    const anew = (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'two' }).sign(privateKey)
    expect(await comeBack(anew)).toBe(cameBack('failed'))
    expect(await comeBack(anew)).toMatch(signedIn)
    published = former
    expect(await comeBack(signed)).toBe(cameBack('failed'))
    expect(await comeBack(signed)).toMatch(signedIn)
  })

  test('the truth signs in, so that it was the lies that did not', async () => {
    expect(await comeBack((claims) => signed(claims))).toMatch(signedIn)
  })

  test('nothing of how the shop shall show who it is has it do so as the standard says', async () => {
    expect(await comeBack((claims) => signed(claims))).toMatch(signedIn)
    expect(shown).toMatch(/^Basic [\w+/]+=*$/)
  })

  const named = { given_name: 'Rowan', family_name: 'Sloe' }
  const proved = { email: 'sloe@example.com', email_verified: true }
  const everybody = () =>
    shop.db
      .select({ first: customers.first_name, last: customers.last_name, email: customers.email })
      .from(customers)
  /** Comes back with a token that says just this of somebody, when userinfo says that. */
  function told(inToken: JWTPayload, inUserinfo: Record<string, unknown>): Promise<string> {
    userinfo = { sub: 'sub-1', ...inUserinfo }
    const { email: _email, email_verified: _verified, given_name: _name, ...nobody } = standard()
    return comeBack(() => signed({ ...nobody, nonce, ...inToken }))
  }

  test.each<[string, JWTPayload, Record<string, unknown>]>([
    ['the names', proved, named],
    ['the address', named, proved],
    ['that the address is verified', { ...named, email: proved.email }, proved],
    ['another address, unverified', proved, { ...named, email: 'owner@example.com', email_verified: false }],
    ['that it is verified in a word', named, { ...proved, email_verified: 'true' }],
    ['no more than the token', { ...proved, name: 'Rowan Sloe' }, {}],
  ])('userinfo says %s', async (_what, inToken, inUserinfo) => {
    expect(await told(inToken, inUserinfo)).toMatch(signedIn)
    expect(await everybody()).toEqual([{ first: 'Rowan', last: 'Sloe', email: proved.email }])
  })

  test.each<[string, JWTPayload, Record<string, unknown>, ProviderProblem]>([
    ['that it is of somebody else', proved, { ...named, sub: 'sub-2' }, 'failed'],
    ['in a word that it is not verified', named, { ...proved, email_verified: 'false' }, 'unverified'],
    [
      'an address, and the token that one is verified',
      { ...named, email_verified: true },
      { email: 'owner@example.com' },
      'unverified',
    ],
    [
      'that an address is verified, and the token which',
      { ...named, email: 'owner@example.com' },
      { email_verified: true },
      'unverified',
    ],
  ])('nobody is signed in when userinfo says %s', async (_what, inToken, inUserinfo, problem) => {
    expect(await told(inToken, inUserinfo)).toBe(cameBack(problem))
    expect(await everybody()).toEqual([])
  })
})

test('an answer to an attempt with one of two providers is shown to neither where the other’s is expected', async () => {
  /** The providers that were shown a code. */
  const shown: string[] = []
  const start = async () => {
    const answers: Answers = {}
    const server = await listen(answers)
    // Neither says in its answers who it is, so nothing in them tells one's from the other's.
    answers['/.well-known/openid-configuration'] = json(described(server.origin))
    answers['/token'] = (request, response) => {
      shown.push(server.origin)
      json({})(request, response)
    }
    return server
  }
  const both = { google: await start(), second: await start() }
  const shop = await openShop({
    engine: quickest,
    environment: {
      ...environment(both.google.origin),
      OIDC_2_ISSUER: both.second.origin,
      OIDC_2_CLIENT_ID: 'damson',
      OIDC_2_CLIENT_SECRET: 'another-secret-that-only-these-tests-know',
      OIDC_2_NAME: 'Orchard',
    },
  })
  for (const [one, other] of [['google', 'second'] as const, ['second', 'google'] as const]) {
    shown.length = 0
    const left = await begin(shop, one)
    const state = new URL(String(left.headers.location)).searchParams.get('state') ?? ''
    const answerAt = (key: ProviderKey) =>
      shop.call('GET', `${providerPaths(key).callback}?code=c&state=${state}`, {
        // A browser would keep it from the other's address.
        headers: { cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
      })
    const { headers } = await answerAt(other)
    expect(shown).toEqual([])
    expect(headers['location']).toBe(`${home}/login#problem=failed&provider=${other}`)
    await answerAt(one)
    expect(shown).toEqual([both[one].origin])
  }
  await shop.close()
  await Promise.all([both.google.stop(), both.second.stop()])
})

describe('a provider that is not there', () => {
  /** What a shop configured with this provider answers when the button is pressed. */
  async function press(issuer: string) {
    const shop = await openShop({ engine: quickest, environment: environment(issuer) })
    try {
      const { statusCode, headers } = await begin(shop)
      return { statusCode, location: headers.location }
    } finally {
      await shop.close()
    }
  }

  test('leads back at once when nobody listens', async () => {
    const { origin, stop } = await listen({})
    await stop()
    expect(await press(origin)).toEqual({ statusCode: 303, location: cameBack('failed') })
  })

  test('leads back when it says nothing', async () => {
    const { origin, stop } = await listen({ '/.well-known/openid-configuration': () => undefined })
    expect(await press(origin)).toEqual({ statusCode: 303, location: cameBack('failed') })
    await stop()
  })

  test('is asked again by who comes next', async () => {
    const answers: Answers = { '/.well-known/openid-configuration': json({ issuer: 'https://evil.example' }) }
    const { origin, stop } = await listen(answers)
    const shop = await openShop({ engine: quickest, environment: environment(origin) })
    expect((await begin(shop)).headers.location).toBe(cameBack('failed'))
    answers['/.well-known/openid-configuration'] = json(described(origin))
    expect((await begin(shop)).headers.location).toMatch(new RegExp(`^${origin}/auth\\?`))
    await shop.close()
    await stop()
  })

  test('is asked anew after an hour: what it once said of itself may have been wrong, or have changed', async () => {
    const answers: Answers = {}
    const { origin, stop } = await listen(answers)
    const describedAs = (more: object) => {
      answers['/.well-known/openid-configuration'] = json({ ...described(origin), ...more })
    }
    let now = new Date()
    const shop = await openShop({ engine: quickest, environment: environment(origin), clock: () => now })
    describedAs({ authorization_endpoint: undefined })
    expect((await begin(shop)).headers.location).toBe(cameBack('failed'))
    describedAs({})
    const leadsTo = async (path: string) =>
      expect((await begin(shop)).headers.location).toMatch(new RegExp(`^${origin}/${path}\\?`))
    now = new Date(now.getTime() + 60 * 60_000)
    await leadsTo('auth')
    describedAs({ authorization_endpoint: `${origin}/elsewhere` })
    await leadsTo('auth')
    now = new Date(now.getTime() + 60 * 60_000)
    await leadsTo('elsewhere')
    await shop.close()
    await stop()
  })

  test('a shop without one says so, and signs nobody in', async () => {
    const shop = await openShop({ engine: quickest, environment: { PUBLIC_URL: home } })
    expect((await shop.call('GET', google.config)).body).toEqual({ enabled: false, name: 'Google' })
    expect((await shop.call('GET', providerPaths('second').config)).body).toEqual({
      enabled: false,
      name: 'Apple',
    })
    expect((await begin(shop)).headers.location).toBe(cameBack('unavailable'))
    const back = await shop.call('GET', `${google.callback}?code=c&state=s`)
    expect(back.headers['location']).toBe(`${home}/login#problem=unavailable&provider=google`)
    expect((await shop.call('POST', google.handover, { body: { code: 'c' } })).status).toBe(401)
    await shop.close()
  })

  test('one network may try sixty times in ten minutes', async () => {
    const { origin, stop } = await listen({})
    await stop()
    const shop = await openShop({
      engine: quickest,
      environment: { ...environment(origin), RATE_LIMIT: 'on', OIDC_NAME: 'Orchard' },
    })
    for (let attempt = 0; attempt < 60; attempt++) {
      expect((await begin(shop)).headers.location).toBe(cameBack('failed'))
    }
    expect((await begin(shop)).headers.location).toBe(cameBack('busy'))
    const back = await shop.call('GET', `${google.callback}?code=c&state=s`)
    expect(back.headers['location']).toBe(`${home}/login#problem=busy&provider=google`)
    expect((await shop.call('POST', google.handover, { body: { code: 'c' } })).status).toBe(429)
    expect((await shop.call('GET', google.config)).body).toEqual({ enabled: true, name: 'Orchard' })
    await shop.close()
  })
})
