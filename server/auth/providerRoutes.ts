import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiRoot } from '#contract/apiRoot.ts'
import { LoginAnswer } from '#contract/auth.ts'
import { Handover, ProviderAnswer, providerPaths, signInCookie } from '#contract/provider.ts'
import { type ProviderKey, providerKeys, providerNames } from '#contract/providers.ts'
import { type ProviderProblem, inNameOf, providerTexts } from '#contract/providerTexts.ts'
import { transaction } from '../db/db.ts'
import { type App, logFailure } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { ApiError } from '../http/problem.ts'
import { type AccountServices, signInWithout } from './accounts.ts'
import { attemptLifetime, attemptSeal } from './attempts.ts'
import { addHandover, handoverLifetime, useHandover } from './handovers.ts'
import { accountOf } from './identities.ts'
import { type ProvenPerson, describeProviderFailure, openIdProvider } from './provider.ts'
import { unauthenticated } from './signedIn.ts'

const minute = 60_000
const unverified = 'A third-party login was refused, for want of a verified address'
const bodyLimit = 8 * 1024

/** A longer path would not fit into the cookie; the shopper then returns to the home page. */
const longestPlace = 1_000

/** What a login that succeeds takes: leaving, coming back, and taking the session over. */
const callsOfLogin = 3

/** Login with the account of an OpenID provider; why it is handed over so: `docs/decisions/009-third-party-login.md`. */
export function providerRoutes(app: App, services: AccountServices): void {
  const limit = callLimit(services, {
    name: 'third-party login',
    most: 60,
    window: 10 * minute,
    from: 'first',
    message: providerTexts.busy,
  })
  for (const key of providerKeys) routesOf(app, services, key, limit)
}

type Limit = ReturnType<typeof callLimit>

function routesOf(app: App, services: AccountServices, key: ProviderKey, limit: Limit): void {
  const { db, clock, config } = services
  const { publicUrl, isSecure, sessionSecret } = config
  const paths = providerPaths(key)
  const redirectUri = `${publicUrl}${apiRoot}${paths.callback}`
  const client = config.oidc[key]
  const provider = client && openIdProvider(client, redirectUri, clock)
  const name = client?.name ?? providerNames[key]
  const seal = attemptSeal(sessionSecret, key, clock)

  const cookie = cookieFor(key, isSecure)
  const keep = (reply: FastifyReply, value: string, lifetime: number) =>
    reply.header(
      'set-cookie',
      `${cookie.name}=${value}; Path=${cookie.path}; Max-Age=${lifetime / 1_000}; HttpOnly; SameSite=Lax${
        isSecure ? '; Secure' : ''
      }`,
    )
  /** Always to our own login page; the message is in the fragment, which no server and no log gets to see. */
  const backToLogin = (
    reply: FastifyReply,
    from: string,
    told: { problem: ProviderProblem } | { code: string },
  ) => {
    const query = from === '' ? '' : `?${new URLSearchParams({ from }).toString()}`
    const fragment = new URLSearchParams({ ...told, provider: key }).toString()
    return reply.redirect(`${publicUrl}/login${query}#${fragment}`, 303)
  }
  /** What keeps a call from being counted: not even then shall a shopper's browser show an error of the API as a page. */
  const problemOfCounting = async (request: FastifyRequest): Promise<'busy' | 'failed' | null> => {
    try {
      await limit.count(request.ip)
      return null
    } catch (error) {
      if (error instanceof ApiError) return 'busy'
      logFailure(request, error)
      return 'failed'
    }
  }
  const warn = (request: FastifyRequest, error: unknown, what: string) =>
    request.log.warn({ provider: name, ...describeProviderFailure(error) }, what)

  app.get(`/${paths.config}`, { schema: { response: { 200: ProviderAnswer } } }, async () => ({
    enabled: provider !== null,
    name,
  }))

  app.get(`/${paths.begin}`, async (request, reply) => {
    const from = placeOf(request)
    if (provider === null) return backToLogin(reply, from, { problem: 'unavailable' })
    const problem = await problemOfCounting(request)
    if (problem !== null) return backToLogin(reply, from, { problem })
    try {
      const { url, secrets } = await provider.begin()
      keep(reply, await seal.close({ ...secrets, from }), attemptLifetime)
      return await reply.redirect(url.href, 303)
    } catch (error) {
      warn(request, error, 'The login provider could not be reached')
      return backToLogin(reply, from, { problem: 'failed' })
    }
  })

  app.get(`/${paths.callback}`, async (request, reply) => {
    const kept = valueOf(request, cookie.name)
    const attempt = kept === null ? null : await seal.open(kept)
    const from = attempt?.from ?? ''
    if (provider === null) return backToLogin(reply, from, { problem: 'unavailable' })
    const problem = await problemOfCounting(request)
    if (problem !== null) return backToLogin(reply, from, { problem })
    const cameBackTo = new URL(redirectUri)
    cameBackTo.search = new URL(request.url, redirectUri).search
    // What is kept stays: it may be another tab's, which left later and is still to come back.
    if (attempt === null || cameBackTo.searchParams.get('state') !== attempt.state) {
      return backToLogin(reply, from, { problem: 'failed' })
    }
    /** It has done its work; a code has what belongs to it kept in its place. */
    const fail = (problem: ProviderProblem) => {
      keep(reply, '', 0)
      return backToLogin(reply, from, { problem })
    }
    // Whatever goes wrong, this is a page of the shopper's browser: they shall not read an error of the API there.
    let person: ProvenPerson
    try {
      person = await provider.finish(cameBackTo, attempt)
    } catch (error) {
      warn(request, error, 'A third-party login failed')
      return fail('failed')
    }
    try {
      const account = await accountOf(services, person, name)
      if ('problem' in account) {
        // Perhaps nobody's is ever verified there, which only the shop's own people can learn and change.
        if (account.problem === 'unverified') request.log.warn({ provider: name }, unverified)
        return fail(account.problem)
      }
      const given = await addHandover(db, { ...account, person, state: attempt.state }, clock())
      if (given === null) return fail('failed')
      keep(reply, given.browser, handoverLifetime)
      return backToLogin(reply, from, { code: given.code })
    } catch (error) {
      logFailure(request, error)
      return fail('failed')
    }
  })

  app.post(
    `/${paths.handover}`,
    { bodyLimit, schema: { body: Handover, response: { 200: LoginAnswer } } },
    async (request, reply) => {
      await limit.count(request.ip)
      const { code } = request.body
      const browser = valueOf(request, cookie.name) ?? ''
      const answer = await transaction(db, async (inside) => {
        const customer_id = await useHandover(inside, { code, browser }, clock())
        return customer_id === null ? null : signInWithout(services, inside, customer_id)
      })
      if (answer === null) throw unauthenticated(inNameOf(name, providerTexts.failed))
      // Many people may share an address: only what comes to nothing counts against it.
      await limit.forgive(request.ip, callsOfLogin)
      keep(reply, '', 0)
      return answer
    },
  )
}

/** Where the shopper wants to go afterwards. It is only handed on to the login page, which takes none but its own. */
function placeOf(request: FastifyRequest): string {
  const from = new URL(request.url, 'http://shop.invalid').searchParams.get('from') ?? ''
  return from.startsWith('/') && encodeURIComponent(from).length <= longestPlace ? from : ''
}

/**
 * Over TLS with a prefix by which a browser takes a cookie from nobody but this host (RFC 6265bis, 4.1.3.2): any other
 * below the same domain could leave an attempt of its own with a shopper, and sign them in to an account of its own. Such
 * a cookie is for every path, so its name has to say which provider's it is.
 */
const cookieFor = (key: ProviderKey, isSecure: boolean) =>
  isSecure
    ? { name: `__Host-${signInCookie}_${key}`, path: '/' }
    : { name: signInCookie, path: `${apiRoot}${providerPaths(key).handover}` }

function valueOf(request: FastifyRequest, name: string): string | null {
  const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
  const own = cookies.find((part) => part.startsWith(`${name}=`))
  return own === undefined ? null : own.slice(name.length + 1)
}
