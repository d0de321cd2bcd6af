import { isIP } from 'node:net'
import pg from 'pg'
import * as v from 'valibot'

export const shortestSecret = 32
export const defaultDataDir = '.data'

const url = (expected: string, protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected),
  )

/** What addresses are made of by putting paths after it. */
const base = (example: string) =>
  v.pipe(
    url(`expected an address such as ${example}`, ['http:', 'https:']),
    v.check((text) => !/[?#]/.test(text), `expected an address without ? and #, such as ${example}`),
  )

const postgresAddress = 'postgres://user:password@host:port/name'

const issuer = v.pipe(
  url('expected an address such as https://accounts.google.com', ['http:', 'https:']),
  v.check(
    (text) => new URL(text).protocol === 'https:' || isOnThisMachine(new URL(text).hostname),
    'expected an https:// address: only a provider on this machine may do without',
  ),
)

const providerName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[^<>\r\n]{1,30}$/, 'expected a short name such as Google'),
)

const flag = (on: string, off: string, byDefault: string) =>
  v.pipe(
    v.optional(v.picklist([on, off], `expected ${on} or ${off}`), byDefault),
    v.transform((word) => word === on),
  )

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The variables that make a `Config`, checked each by itself and together. */
export const Environment = v.pipe(
  v.object({
    PORT: v.pipe(
      v.optional(v.string(), '3000'),
      v.check((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'expected a port, 0 to 65535'),
      v.transform(Number),
    ),
    HOST: v.optional(
      v.pipe(
        v.string(),
        v.check(
          // No address of the shop can be made of one with a port, or of a number above 255.
          (text) => /^[\w.:-]+$/.test(text) && URL.canParse(addressOf(text, 3000)),
          'expected a host name or an IP address',
        ),
      ),
      '127.0.0.1',
    ),
    DATA_DIR: v.optional(v.string(), defaultDataDir),
    DATABASE_URL: v.optional(
      v.pipe(
        url(`expected ${postgresAddress}`, ['postgres:', 'postgresql:']),
        v.check(isDecodable, `expected ${postgresAddress}, with a % in the password written as %25`),
      ),
    ),
    PUBLIC_URL: v.optional(base('https://shop.example')),
    SESSION_SECRET: v.optional(
      v.pipe(v.string(), v.minLength(shortestSecret, `expected at least ${shortestSecret} characters`)),
    ),
    SMTP_URL: v.optional(url('expected smtp://user:password@host:port', ['smtp:', 'smtps:'])),
    OIDC_ISSUER: v.optional(issuer),
    OIDC_CLIENT_ID: v.optional(v.string()),
    OIDC_CLIENT_SECRET: v.optional(v.string()),
    OIDC_NAME: v.optional(providerName, 'Google'),
    OIDC_2_ISSUER: v.optional(issuer),
    OIDC_2_CLIENT_ID: v.optional(v.string()),
    OIDC_2_CLIENT_SECRET: v.optional(v.string()),
    OIDC_2_NAME: v.optional(providerName),
    REQUIRE_VERIFIED_EMAIL: flag('true', 'false', 'false'),
    RATE_LIMIT: flag('on', 'off', 'on'),
    SERVICE_WORKER: flag('on', 'off', 'on'),
    API_BASE: v.optional(base('https://api.shop.example')),
    TRUST_PROXY: v.optional(
      v.pipe(
        v.string(),
        v.transform(networksIn),
        v.check(
          (networks) => networks.every(isNetwork),
          'expected the addresses of the proxies in front, such as 127.0.0.1 or 10.0.0.0/8,192.0.2.7',
        ),
      ),
    ),
    METRICS_TOKEN: v.optional(
      v.pipe(v.string(), v.minLength(shortestSecret, `expected at least ${shortestSecret} characters`)),
    ),
    LOG_LEVEL: v.optional(v.picklist(logLevels, `expected one of ${logLevels.join(', ')}`), 'info'),
  }),
  v.forward(
    v.check(
      (env) => env.DATABASE_URL === undefined || env.SESSION_SECRET !== undefined,
      `expected at least ${shortestSecret} characters, because DATABASE_URL is set`,
    ),
    ['SESSION_SECRET'],
  ),
  v.forward(
    v.check(
      (env) => areTogether(env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
      'expected together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of the three',
    ),
    ['OIDC_ISSUER'],
  ),
  v.forward(
    v.check(
      (env) =>
        areTogether(env.OIDC_2_ISSUER, env.OIDC_2_CLIENT_ID, env.OIDC_2_CLIENT_SECRET, env.OIDC_2_NAME),
      'expected together with OIDC_2_CLIENT_ID, OIDC_2_CLIENT_SECRET and OIDC_2_NAME, or none of the four',
    ),
    ['OIDC_2_ISSUER'],
  ),
  v.forward(
    v.check(
      (env) => env.OIDC_2_NAME !== env.OIDC_NAME,
      'expected another name than OIDC_NAME: nobody could tell the two buttons apart',
    ),
    ['OIDC_2_NAME'],
  ),
  v.forward(
    v.check(
      (env) =>
        (env.OIDC_ISSUER === undefined && env.OIDC_2_ISSUER === undefined) || env.API_BASE === undefined,
      'expected unset together with OIDC_ISSUER or OIDC_2_ISSUER: such a login uses a cookie, which another origin does not get',
    ),
    ['API_BASE'],
  ),
)

function areTogether(...parts: (string | undefined)[]): boolean {
  return parts.every((part) => part === undefined) || !parts.includes(undefined)
}

// Not how many proxies there are: that would trust whoever reaches the server past them.
function networksIn(text: string): string[] {
  return text.split(',').map((network) => network.trim())
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  const isWhole =
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  return version !== 0 && isWhole && more.length === 0
}

/** Asks the driver, which takes some bare % as they are. Not about what follows the ?: it would read the files named there. */
function isDecodable(databaseUrl: string): boolean {
  const [connectionString] = databaseUrl.split('?')
  try {
    void new pg.Client({ connectionString })
    return true
  } catch (error) {
    return !(error instanceof URIError)
  }
}

function isOnThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** `http://host:port` as a browser on this machine would write it. */
export function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
