import * as oidc from 'openid-client'
import * as v from 'valibot'
import { emailAddress, isPlainLine, isSpelledOnce, printable } from '#contract/fields.ts'
import type { ProviderClient } from '../config.ts'
import { hasCode } from '../process/failure.ts'

/** How long the provider may take for each answer, in seconds: nobody shall look at a page that does not come. */
const patience = 5

/** How long what a provider says of itself is believed, in milliseconds: it may be wrong for a while, or change. */
const believedFor = 60 * 60_000

/** What the provider says of a person; `issuer` and `subject` together are who they are, for good. */
export type ProvenPerson = {
  issuer: string
  subject: string
  /** Null when the provider does not say that it has verified it. */
  verified_email: string | null
  first_name: string
  last_name: string
}

/** What has to be remembered between leaving for the provider and coming back. */
type Secrets = { state: string; nonce: string; verifier: string }

export type Provider = {
  /** Where the browser goes. @throws when the provider cannot be reached */
  begin: () => Promise<{ url: URL; secrets: Secrets }>
  /** Exchanges what the browser came back with. @throws when anything of it is not as it must be */
  finish: (cameBackTo: URL, secrets: Secrets) => Promise<ProvenPerson>
}

const Claims = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
})
const name = v.fallback(
  v.pipe(
    v.string(),
    // An address in its place is no name: reviews are published under it.
    v.check((text) => !text.includes('@')),
    // Shortened first: it may cut a character in half.
    v.transform((text) => text.slice(0, 100)),
    printable,
    // As of every name that somebody types: it begins emails.
    v.check(isPlainLine),
  ),
  '',
)
const Described = v.object({
  email: v.fallback(v.nullable(emailAddress('missing', 'malformed')), null),
  // Some providers write it as text.
  email_verified: v.fallback(v.union([v.boolean(), v.literal('true')]), false),
  given_name: v.optional(name, ''),
  family_name: v.optional(name, ''),
  name: v.optional(name, ''),
})
/** What a token or userinfo says, not yet looked at. */
type Claimed = Record<string, unknown>

/** What userinfo is asked for when the token leaves it out. */
const asked = ['email', 'email_verified', 'given_name'] as const

/**
 * An OpenID provider, by authorisation code with PKCE, state and nonce. Its configuration is fetched when first needed,
 * and again after an hour.
 */
export function openIdProvider(
  { issuer, clientId, clientSecret }: ProviderClient,
  redirectUri: string,
  clock: () => Date,
): Provider {
  let found: { configuration: Promise<oidc.Configuration>; until: number } | null = null
  const discover = () => {
    const now = clock().getTime()
    if (found === null || found.until <= now) {
      const configuration = discovered(issuer, clientId, clientSecret).catch((error: unknown) => {
        // Not remembered: whoever comes next asks again.
        found = null
        throw error
      })
      found = { configuration, until: now + believedFor }
    }
    return found.configuration
  }
  return {
    async begin() {
      const configuration = await discover()
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url, secrets }
    },
    async finish(cameBackTo, { state, nonce, verifier }) {
      const configuration = await discover()
      const tokens = await oidc
        .authorizationCodeGrant(configuration, cameBackTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          // It has a new key, and the library asks for its keys once a minute at most.
          if (hasCode(error, 'OAUTH_KEY_SELECTION_FAILED')) found = null
          throw error
        })
      const claims = tokens.claims()
      const { iss, sub } = v.parse(Claims, claims)
      const isAskedFor =
        asked.some((claim) => claims?.[claim] === undefined) &&
        configuration.serverMetadata().userinfo_endpoint !== undefined
      const more: Claimed = isAskedFor
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub)
        : {}
      return person(iss, sub, claims ?? {}, more)
    },
  }
}

function discovered(issuer: string, clientId: string, clientSecret: string): Promise<oidc.Configuration> {
  const byPost = oidc.ClientSecretPost(clientSecret)
  const byHeader = oidc.ClientSecretBasic(clientSecret)
  const authenticate: oidc.ClientAuth = (server, ...rest) => {
    // What a provider takes that does not say it is the header (OpenID Connect Discovery 1.0, section 3).
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (takesPost ? byPost : byHeader)(server, ...rest)
  }
  const isPlain = new URL(issuer).protocol === 'http:'
  return oidc.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
    timeout: patience,
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  })
}

/**
 * Of what the token says, and of `more` where it leaves something out. An address, and that it is verified, are taken
 * from one of them: neither may vouch for the address of the other.
 */
function person(issuer: string, subject: string, token: Claimed, more: Claimed): ProvenPerson {
  const isInToken = token['email'] !== undefined && token['email_verified'] !== undefined
  const { email: address, email_verified: isVerified } = isInToken ? token : more
  const claims = { ...more, ...token, email: address, email_verified: isVerified }
  const { email, email_verified, given_name, family_name, name: whole } = v.parse(Described, claims)
  const [first = '', ...others] = whole.split(/\s+/)
  return {
    issuer,
    subject,
    verified_email: email_verified === false || !isAsGiven(claims) ? null : email,
    // Nothing of the address in its place: whoever reads their reviews could guess it.
    first_name: given_name || first,
    last_name: family_name || (given_name ? '' : others.join(' ')),
  }
}

/** Whether our spelling is the address that the provider verified: it may treat two spellings as two mailboxes. */
const isAsGiven = (claims: unknown) =>
  v.is(v.object({ email: v.pipe(v.string(), v.check(isSpelledOnce)) }), claims)

/** What the log may say of a login that failed: never an address, a code or a token. */
export function describeProviderFailure(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: 'unknown' }
  const text = (key: 'code' | 'error') => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, key)?.value
    return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : undefined
  }
  const [code, answer] = [text('code'), text('error')]
  return { error: error.name, ...(code && { code }), ...(answer && { answer }) }
}
