import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { openPort } from './openPort.ts'

/** Somebody's account at the provider; `sub` is the key. */
export type Account = {
  email?: string
  email_verified?: boolean
  name?: string
  given_name?: string
  family_name?: string
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>

export const clientId = 'damson'
/** What the button of a second provider calls it. */
export const secondName = 'Orchard'
const clientSecret = 'a-secret-that-only-these-tests-know'

/**
 * A real OpenID provider on this machine, with a page of its own for choosing who to be, or cancelling. `accounts` may
 * be added to while it runs.
 */
export async function startProvider(redirectUris: string[], accounts: Record<string, Account> = {}) {
  const server = createServer()
  const issuer = `http://127.0.0.1:${await openPort(server)}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key for the cookies of these tests'] },
    // Choosing who to be counts as consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    findAccount: (_context, sub) =>
      accounts[sub] === undefined
        ? undefined
        : { accountId: sub, claims: async () => ({ sub, ...accounts[sub] }) },
  })
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    if (!pathname.startsWith('/interaction/')) {
      void answer(request, response)
      return
    }
    const sub = searchParams.get('as')
    if (sub === null) {
      const choices = Object.keys(accounts).map((name) => `<li><a href="?as=${name}">${name}</a></li>`)
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><title>Provider</title><h1>Who are you?</h1><ul>${choices.join('')}</ul><a href="?as=">Cancel</a>`,
      )
      return
    }
    const result =
      sub === ''
        ? { error: 'access_denied', error_description: 'Cancelled' }
        : { login: { accountId: sub, remember: false } }
    void provider.interactionFinished(request, response, result)
  })
  return {
    issuer,
    accounts,
    /** The environment for the shop. */
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    /** The same for its second provider. */
    environmentOfSecond: {
      OIDC_2_ISSUER: issuer,
      OIDC_2_CLIENT_ID: clientId,
      OIDC_2_CLIENT_SECRET: clientSecret,
      OIDC_2_NAME: secondName,
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
