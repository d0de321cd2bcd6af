import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { createApp } from '#server/app.ts'
import { passwordHasher } from '#server/auth/passwords.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import type { App } from '#server/http/fastify.ts'
import type { PaymentGateway } from '#server/payments/port.ts'
import { testGateway } from '#server/payments/testGateway.ts'

export type Engine = 'embedded' | 'postgres'

/** The engines on which tests of stock and orders run: PostgreSQL too if it is available. */
export const engines = (): Engine[] => (inject('postgres') === null ? ['embedded'] : ['embedded', 'postgres'])

/**
 * For the `each` of a test of one engine among those of both: where the other's run there is none, rather than one that is
 * skipped.
 */
export const ofEngine = (only: Engine, engine: Engine): Engine[] => (engine === only ? [engine] : [])

export const testSecret = 'a secret that only these tests know, long enough'

/** What argon2id takes at least. Most customers of tests only have to be there, and each password takes 20 ms otherwise. */
const leastCost = { memoryCost: 8, timeCost: 1 }

export type Reply = {
  status: number
  body: unknown
  headers: Record<string, string | string[] | number | undefined>
}
export type Shop = Awaited<ReturnType<typeof openShop>>
export type Customer = Awaited<ReturnType<Shop['signUp']>>

/** A shop's data: a data folder and a database with the demo catalogue, to be opened by one server after another. */
export type Data = Awaited<ReturnType<typeof makeData>>

/** `environment` is for the servers that open it. */
export async function makeData(engine: Engine) {
  const dataDir = mkdtempSync(join(tmpdir(), 'damson-shop-'))
  if (engine === 'embedded') cpSync(inject('template'), dataDir, { recursive: true })
  const own = engine === 'postgres' ? await makeDatabase('postgres') : null
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    SESSION_SECRET: testSecret,
    ...(own && { DATABASE_URL: own.url }),
  }
  return {
    environment,
    discard: async () => {
      await own?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The real server on a real database of its own, with the demo catalogue, not listening: `call` calls it in process.
 * `environment` is what the server would read from the environment. `data`, if given, outlives the shop.
 */
export async function openShop({
  engine = 'embedded',
  environment = {},
  data,
  clock,
  elapsed,
  gateway = testGateway(),
  hashes = 'cheap',
}: {
  engine?: Engine
  environment?: Record<string, string>
  data?: Data
  clock?: () => Date
  elapsed?: () => number
  gateway?: PaymentGateway
  /** `real` as the shop itself makes them: for tests of guessing, and of what is stored. */
  hashes?: 'cheap' | 'real'
} = {}) {
  const kept = data ?? (await makeData(engine))
  const config: Config = readConfig({ LOG_LEVEL: 'silent', ...kept.environment, ...environment })
  const { dataDir } = config
  const database: Database = await openDatabase(config)
  // A crowd that arrives while a test holds every connection may take longer than the shop lets anybody wait for one.
  database.pool.options.connectionTimeoutMillis = 180_000
  const app: App = await createApp({
    db: database.db,
    config,
    ...(clock && { clock }),
    ...(elapsed && { elapsed }),
    gateway,
    ...(hashes === 'cheap' && { passwords: passwordHasher({ cost: leastCost }) }),
  })

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const answer = await app.inject({
      method: method as 'GET',
      url: `${apiRoot}${path}`,
      headers: {
        ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
        ...(options.key !== undefined && { 'idempotency-key': options.key }),
        ...options.headers,
      },
      ...(options.body !== undefined && { payload: options.body as object }),
      ...(options.from !== undefined && { remoteAddress: options.from }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      body: isJson && answer.body !== '' ? answer.json() : answer.body,
      headers: answer.headers,
    }
  }

  let people = 0
  return {
    app,
    config,
    gateway,
    db: database.db,
    pool: database.pool,
    dataDir,
    call,

    /** Registers and signs in a new customer; their calls carry their token. */
    async signUp(profile: Partial<typeof somebody> = {}) {
      people += 1
      const registration = {
        ...somebody,
        email: `shopper-${people}-${randomUUID().slice(0, 8)}@example.com`,
        ...profile,
      }
      await call('POST', paths.register, { body: registration })
      const { email, password } = registration
      const login = await call('POST', paths.login, { body: { email, password } })
      if (login.status !== 200) throw new Error(`Could not sign in: ${JSON.stringify(login.body)}`)
      const session = login.body as { access: string; refresh: string; user_id: string }
      return {
        ...session,
        email,
        password,
        call: (method: string, path: string, options: CallOptions = {}) =>
          call(method, path, { token: session.access, ...options }),
      }
    },

    /** The emails written to the outbox folder, as raw text, oldest first. */
    mails(): string[] {
      const folder = join(dataDir, 'outbox')
      try {
        return readdirSync(folder)
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .map((name) => readFileSync(join(folder, name), 'utf8'))
      } catch {
        return []
      }
    },

    async close() {
      await app.close()
      await database.close()
      if (data === undefined) await kept.discard()
    },
  }
}

type CallOptions = {
  token?: string
  body?: unknown
  key?: string
  headers?: Record<string, string>
  /** The caller's address. */
  from?: string
}

const somebody = {
  first_name: 'Ada',
  last_name: 'Quince',
  email: '',
  contact_no: '02079460123',
  password: 'plum-stone-7',
  confirm_password: 'plum-stone-7',
  agreed: true,
}

/** A PostgreSQL database of its own: a copy of the loaded shop, or an empty one (`template0`), as `options` say. */
export async function makeDatabase(
  from: 'postgres' | 'template0',
  options = '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = inject('postgres')
  if (template === null) throw new Error('There is no PostgreSQL here')
  const name = `shop_${randomUUID().replaceAll('-', '')}`
  const administer = async (sql: string) => {
    // Through another database, because nobody may be connected to a template while it is copied.
    const client = new pg.Client({ connectionString: template.replace('/postgres?', '/template1?') })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await administer(`CREATE DATABASE ${name} TEMPLATE ${from} ${options}`)
  return {
    url: template.replace('/postgres?', `/${name}?`),
    drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}
