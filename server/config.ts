import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import type { ProviderKey } from '#contract/providers.ts'
import { brokenOff } from './db/brokenOff.ts'
import { Environment, type LogLevel, addressOf, defaultDataDir, shortestSecret } from './environment.ts'
import { hasCode } from './process/failure.ts'
import { unfitDisk } from './process/unfitDisk.ts'

/** The environment has a wrong value; `message` is one line that names the variable and what is expected. */
export class ConfigError extends Error {}

/** What the shop is to an OpenID provider; `name` is what the button calls the provider. */
export type ProviderClient = { issuer: string; clientId: string; clientSecret: string; name: string }

export type Config = {
  port: number
  host: string
  /** Absolute path of the folder that holds the embedded database and everything else the server keeps. */
  dataDir: string
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** Where shoppers find the shop, without a trailing slash: links in emails and canonical addresses start with it. */
  publicUrl: string
  /** Whether they come there by TLS. */
  isSecure: boolean
  sessionSecret: string
  /** Null: emails are written to `dataDir/outbox`. */
  smtpUrl: string | null
  /** The third-party logins. Null: not configured. */
  oidc: Readonly<Record<ProviderKey, ProviderClient | null>>
  requireVerifiedEmail: boolean
  rateLimit: boolean
  /** False: browsers that have the service worker are made to drop it. */
  serviceWorker: boolean
  /** Base address of the API as the browser calls it; empty when it is this origin. */
  apiBase: string
  /** Networks of the proxies whose word is taken for where a call comes from. False: nobody's is. */
  trustProxy: string[] | false
  /** What proves that a caller may read the metrics. Null: nobody may. */
  metricsToken: string | null
  logLevel: LogLevel
}

/**
 * Reads the environment; a variable that is empty counts as absent.
 * Creates the data folder and, when no secret is given, the kept secret inside it.
 * @throws {ConfigError} for a wrong value or a data folder that cannot be written
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const checked = v.safeParse(Environment, given)
  if (!checked.success) {
    const [issue] = checked.issues
    throw new ConfigError(`${v.getDotPath(issue) ?? 'environment'}: ${issue.message}`)
  }
  const env = checked.output
  const dataDir = resolve(env.DATA_DIR)
  // As browsers write it: what they send is compared with it.
  const { href, protocol } = new URL(env.PUBLIC_URL ?? addressOf(env.HOST, env.PORT))
  return {
    port: env.PORT,
    // Fastify would open a second server for its other address, which has no memory to answer out of and is not told to stop.
    host: env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    publicUrl: href.replace(/\/+$/, ''),
    isSecure: protocol === 'https:',
    sessionSecret: env.SESSION_SECRET ?? keptSecret(dataDir),
    smtpUrl: env.SMTP_URL ?? null,
    oidc: {
      google: wholeClient({
        issuer: env.OIDC_ISSUER,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        name: env.OIDC_NAME,
      }),
      second: wholeClient({
        issuer: env.OIDC_2_ISSUER,
        clientId: env.OIDC_2_CLIENT_ID,
        clientSecret: env.OIDC_2_CLIENT_SECRET,
        name: env.OIDC_2_NAME,
      }),
    },
    requireVerifiedEmail: env.REQUIRE_VERIFIED_EMAIL,
    rateLimit: env.RATE_LIMIT,
    serviceWorker: env.SERVICE_WORKER,
    apiBase: (env.API_BASE ?? '').replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY ?? false,
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
  }
}

function wholeClient({
  issuer,
  clientId,
  clientSecret,
  name,
}: Record<keyof ProviderClient, string | undefined>): ProviderClient | null {
  return issuer === undefined || clientId === undefined || clientSecret === undefined || name === undefined
    ? null
    : { issuer, clientId, clientSecret, name }
}

const addressPath = (dataDir: string): string => join(dataDir, 'public-url')

/** Writes down where the shop is found, for a desk that does its work itself; not again where it is, on a full disk. */
export function keepAddress({ dataDir, publicUrl }: Pick<Config, 'dataDir' | 'publicUrl'>): void {
  const path = addressPath(dataDir)
  if (existsSync(path) && readFileSync(path, 'utf8') === publicUrl) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(path, publicUrl)
}

/**
 * The same for the desk: if its own environment does not say where the shop is found, it is where it last was. In a data
 * folder without a shop nothing is created, unless the command makes one: a mistyped DATA_DIR would get a demo of its own.
 * @throws {ConfigError} also when there is no shop
 */
export function readDeskConfig(
  environment: Readonly<Record<string, string | undefined>>,
  makesShop = false,
): Config {
  if (!makesShop) expectShop(environment)
  const config = readConfig(environment)
  const path = addressPath(config.dataDir)
  if ((environment['PUBLIC_URL'] ?? '') !== '' || !existsSync(path)) return config
  return readConfig({ ...environment, PUBLIC_URL: readFileSync(path, 'utf8') })
}

function expectShop({ DATA_DIR, DATABASE_URL }: Readonly<Record<string, string | undefined>>): void {
  if ((DATABASE_URL ?? '') !== '') return
  const dataDir = resolve(DATA_DIR || defaultDataDir)
  try {
    statSync(join(dataDir, 'postgres'))
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR'))
      throw new ConfigError(
        brokenOff(dataDir) ??
          `DATA_DIR: there is no shop in ${dataDir}. Set it to the shop’s own folder, or open the shop first: npm start`,
      )
    // Somebody else’s folder is refused where it is read.
    if (!hasCode(error, 'EACCES')) throw error
  }
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  try {
    // Read before anything is written: on a full disk the desk can still back the shop up to another one.
    const secret = readSecret(path) ?? newSecret(dataDir, path)
    if (secret.length < shortestSecret) {
      throw new ConfigError(`SESSION_SECRET: expected at least ${shortestSecret} characters in ${path}`)
    }
    return secret
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      (error instanceof Error ? unfitDisk(error) : null) ??
        `DATA_DIR: expected a writable folder, which ${dataDir} is not (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    )
  }
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function newSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Linked into place whole, so that two processes starting at once agree on one secret.
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(fresh, randomBytes(48).toString('base64url'), { mode: 0o600 })
    linkSync(fresh, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(fresh, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
