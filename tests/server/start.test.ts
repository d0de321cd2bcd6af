import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { type Server, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import type * as v from 'valibot'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/demo/seed.ts'
import { type Door, doorPath } from '#server/desk/listen.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openHolder } from '#tests/support/holder.ts'
import { metric, metricsToken } from '#tests/support/metrics.ts'
import { beginningWith, endServers, startByNpm, startServer as start } from '#tests/support/program.ts'
import { isLong, rounds } from '#tests/support/rounds.ts'

const folders: string[] = []
let neighbour: Server | null = null

afterEach(async () => {
  await endServers()
  neighbour?.close()
  neighbour = null
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function portOf(server: Server): string {
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

function dataFolder({ isLoaded }: { isLoaded: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'damson-start-'))
  folders.push(folder)
  if (isLoaded) cpSync(inject('template'), folder, { recursive: true })
  return folder
}

/** Causes an unhandled rejection in the server: at a signal, or as soon as it has printed these words. */
const strayFailure = beginningWith(
  "process.on('SIGUSR2', () => void Promise.reject(new Error('a stray failure')))",
)
const strayFailureAt = (words: string) =>
  beginningWith(`
    const { write } = process.stdout
    process.stdout.write = (text, ...rest) => {
      if (String(text).includes('${words}')) void Promise.reject(new Error('a stray failure'))
      return write.call(process.stdout, text, ...rest)
    }`)

/** Kills the server when it sends its database a statement containing these words, before any of it is done. */
const killedAt = (words: string) =>
  beginningWith(`
    import { Socket } from 'node:net'
    const { write } = Socket.prototype
    Socket.prototype.write = function (chunk, ...rest) {
      if (String(chunk).includes('${words}')) process.kill(process.pid, 'SIGKILL')
      return write.call(this, chunk, ...rest)
    }`)

const toldWhenItListens = beginningWith(`
  import { Server } from 'node:http'
  const { listen } = Server.prototype
  Server.prototype.listen = function (...given) {
    this.once('listening', () => process.kill(process.pid, 'SIGTERM'))
    return listen.apply(this, given)
  }`)

/**
 * A call waits for a database connection until the server is told to close, however slow the machine, and none of the
 * server's periodic work waits beside it.
 */
const patientAndUndisturbed = beginningWith(`
  const { setTimeout, setInterval } = globalThis
  globalThis.setTimeout = (work, after, ...given) =>
    setTimeout(work, after === 10_000 ? 600_000 : after, ...given)
  globalThis.setInterval = (work, every, ...given) =>
    setInterval(work, [10_000, 20_000].includes(every) ? 3_600_000 : every, ...given)`)

/**
 * The same, and its closing has sixty times as long, by a slower clock. For how long it waits for imports and emails is
 * as ever.
 */
const slowAndUndisturbed = `${patientAndUndisturbed} ${beginningWith(`
  const { setTimeout, performance } = globalThis
  const now = performance.now.bind(performance)
  performance.now = () => now() / 60
  // Longer ones end nothing here, and the longest could not be multiplied.
  globalThis.setTimeout = (work, after, ...given) =>
    setTimeout(work, after >= 1_000 && after < 10_000 ? 60 * after : after, ...given)`)}`

/** How many wait for a database connection. */
const awaitedIn = (address: string) => metric(address, 'damson_database_connections{state="awaited"}')

/** The outcome of an import that takes longer than a server has for closing. */
async function longImport(folder: string): Promise<unknown> {
  const { socket, token } = JSON.parse(readFileSync(join(folder, 'desk.json'), 'utf8')) as v.InferOutput<
    typeof Door
  >
  const asked = request({
    socketPath: resolve(folder, socket),
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const pieces = Array.from({ length: 6_000 }, (_, row) => ({
    row,
    variant_rows: [],
    fields: {
      sku: `MANY-${row}`,
      name: `One of many ${row}`,
      category: 'rings',
      // Each word that no other piece has is a set of its own, which takes the database its time.
      description: Array.from({ length: 60 }, (_word, nth) => `word${row}x${nth}`).join(' '),
      short_description: 'One of many.',
      price: 10_000,
      stock_quantity: 1,
      weight: 1,
    },
  }))
  const names = { collections: [], materials: [], gemstones: [] }
  const input = { pieces, names, pictures: {}, problems: [], guessed: [], isDryRun: false, rowName: 'Row' }
  asked.end(JSON.stringify({ name: 'catalogue import', input }))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return json(answer)
}

describe('a start that cannot succeed says why in one line and exits with 1', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['HOST', 'not a host'],
    ['HOST', '0.0.0.0:3000'],
    ['HOST', '127.0.0.1:3000'],
    ['HOST', '192.168.1.300'],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['PUBLIC_URL', 'shop.example'],
    ['PUBLIC_URL', 'https://shop.example/?from=email'],
    ['PUBLIC_URL', 'https://shop.example/#'],
    ['SESSION_SECRET', 'short'],
    ['SMTP_URL', 'https://mail.example'],
    ['REQUIRE_VERIFIED_EMAIL', 'maybe'],
    ['RATE_LIMIT', 'sometimes'],
    ['API_BASE', 'api'],
    ['API_BASE', 'https://api.shop.example/?v=1'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['OIDC_ISSUER', 'https://accounts.example'],
    ['OIDC_2_ISSUER', 'https://accounts.example'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ DATA_DIR: dataFolder({ isLoaded: false }), [name]: value })
    expect(read).toThrow(ConfigError)
    // One line, which is the message of the failed start.
    expect(read).toThrow(new RegExp(`^${name}: .+$`))
  })

  it('anything wrong in the environment, such as DATABASE_URL without a SESSION_SECRET', async () => {
    const { exit, said } = start({
      DATA_DIR: dataFolder({ isLoaded: false }),
      DATABASE_URL: 'postgres://localhost/shop',
    })
    expect(await exit).toBe(1)
    expect(said.error.trim().split('\n')).toHaveLength(1)
    expect(said.error).toContain('SESSION_SECRET: ')
  })

  it('a port in use: the shop there stays the one that the desk works on, and no copy of customers’ data is left', async () => {
    neighbour = createServer().listen(0, '127.0.0.1')
    await once(neighbour, 'listening')
    const folder = dataFolder({ isLoaded: true })
    writeFileSync(join(folder, 'moved'), '')
    mkdirSync(join(folder, 'restoring', 'postgres'), { recursive: true })
    expect(await start({ DATA_DIR: folder, PORT: portOf(neighbour) }).exit).toBe(1)
    const left = readdirSync(folder)
    expect(left).toContain('moved')
    expect(left).not.toContain('public-url')
    expect(left).not.toContain('restoring')
  })

  it('a port in use', async () => {
    neighbour = createServer().listen(0, '127.0.0.1')
    await once(neighbour, 'listening')
    const port = portOf(neighbour)
    const { exit, said } = start({ DATA_DIR: dataFolder({ isLoaded: true }), PORT: port })
    expect(await exit).toBe(1)
    expect(said.error.trim().split('\n')).toHaveLength(1)
    expect(said.error).toContain(port)
  })

  it('a database that cannot be reached, and why', async () => {
    const { exit, said } = start({
      DATA_DIR: dataFolder({ isLoaded: false }),
      DATABASE_URL: 'postgres://localhost:1/shop',
      SESSION_SECRET: 'a secret that only these tests know, long enough',
    })
    expect(await exit).toBe(1)
    expect(said.error.trim()).toMatch(/^Damson could not start: .*ECONNREFUSED.*$/)
  })

  it('a database whose socket this user may not use, which is no fault of the port', async () => {
    const { exit, said } = start({
      DATA_DIR: dataFolder({ isLoaded: false }),
      DATABASE_URL: 'postgres://localhost:1/shop',
      SESSION_SECRET: 'a secret that only these tests know, long enough',
      // Root, as which tests may run, has access everywhere.
      NODE_OPTIONS: beginningWith(`
        import { Socket } from 'node:net'
        Socket.prototype.connect = function () {
          const error = new Error('connect EACCES /run/postgresql/.s.PGSQL.5432')
          process.nextTick(() => this.destroy(Object.assign(error, { code: 'EACCES', syscall: 'connect' })))
          return this
        }`),
    })
    expect(await exit).toBe(1)
    expect(said.error.trim()).toMatch(/^Damson could not start: .*EACCES.*$/)
  })

  it('folders whose names leave no room for the address of a socket, and which those are', async () => {
    const folder = dataFolder({ isLoaded: false })
    const long = join(folder, 'a'.repeat(100))
    mkdirSync(long)
    const { exit, said } = start({ DATA_DIR: long, TMPDIR: long })
    expect(await exit).toBe(1)
    expect(said.error.trim().split('\n')).toEqual([expect.stringMatching(/DATA_DIR.+TMPDIR/)])
    expect(readdirSync(long).filter((name) => name.startsWith('damson-'))).toEqual([])
  })

  it('a promise that fails and nobody waited for', async () => {
    const { exit, said } = start({
      DATA_DIR: dataFolder({ isLoaded: false }),
      NODE_OPTIONS: strayFailureAt('Opening'),
    })
    expect(await exit).toBe(1)
    expect(said.error.trim().split('\n')).toHaveLength(1)
    expect(said.error).toContain('a stray failure')
  })

  it('a data folder held by another process, which it names, while that one goes on', async () => {
    const folder = dataFolder({ isLoaded: true })
    const first = start({ DATA_DIR: folder })
    const address = await first.opened
    const second = start({ DATA_DIR: folder })
    expect(await second.exit).toBe(1)
    expect(second.said.error.trim().split('\n')).toHaveLength(1)
    expect(second.said.error).toContain(String(first.child.pid))
    expect((await fetch(`${address}/api/v1/health/`)).status).toBe(200)
  })
})

describe('the server as its own process', () => {
  it('opens the embedded database also where the environment is set up for another one', async () => {
    const elsewhere = {
      PGHOST: 'db.example',
      PGPORT: '5433',
      PGSSLMODE: 'require',
      PGSSLNEGOTIATION: 'direct',
      PGUSER: 'ada',
      PGDATABASE: 'shop',
      PGOPTIONS: '-c search_path=other',
    }
    const address = await start({ DATA_DIR: dataFolder({ isLoaded: true }), ...elsewhere }).opened
    expect((await fetch(`${address}/api/v1/health/`)).status).toBe(200)
  })

  it('stops with what is in flight answered when npm is told SIGTERM, and lets the next one in', async () => {
    const environment = {
      DATA_DIR: dataFolder({ isLoaded: true }),
      METRICS_TOKEN: metricsToken,
      NODE_OPTIONS: patientAndUndisturbed,
    }
    const { child, opened, says } = startByNpm(environment)
    const address = await opened
    const holder = await openHolder(environment)
    await holder.hold()
    let answered = 0
    const asked = Array.from({ length: 20 }, async (_, index) => {
      const answer = await fetch(`${address}/api/v1/products/product/?min_weight=${index}`).catch(() => null)
      answered += 1
      await answer?.arrayBuffer()
      return answer?.status
    })
    await eventually(async () => expect(await metric(address, 'damson_reads{')).toBe(20))
    child.kill('SIGTERM')
    await says('Closing…')
    expect(answered).toBe(0)
    await holder.letGo()
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200))
    // What npm has left running would never end.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await expect(fetch(address)).rejects.toThrow('fetch failed')
    expect(readdirSync(join(environment.DATA_DIR, 'backups'))).toHaveLength(1)
    await start({ DATA_DIR: environment.DATA_DIR }).opened
  })

  it('closes within ten seconds, with a last backup, however often it is told to and while a mail server and imports keep it waiting, and its visitors do not wait for those', async () => {
    neighbour = createServer().listen(0, '127.0.0.1')
    await once(neighbour, 'listening')
    const called = once(neighbour, 'connection')
    const folder = dataFolder({ isLoaded: true })
    const { child, exit, opened, says } = start({
      DATA_DIR: folder,
      // By default it would give up on the mail server after ten seconds, which may be before the end.
      SMTP_URL: `smtp://127.0.0.1:${portOf(neighbour)}?connectionTimeout=600000&greetingTimeout=600000`,
      METRICS_TOKEN: metricsToken,
      NODE_OPTIONS: isLong ? patientAndUndisturbed : slowAndUndisturbed,
    })
    const address = await opened
    await fetch(`${address}/api/v1/auth/newsletter/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    await called
    const imports = [longImport(folder), longImport(folder)]
    // The metrics call is among them: there is one connection, and the first import has it. So may be the shop's own
    // background work, which comes every few seconds.
    const waiting = await eventually(async () => {
      const awaited = await awaitedIn(address)
      expect(awaited).toBeGreaterThanOrEqual(2)
      return awaited
    })
    const visitor = fetch(`${address}/api/v1/health/`)
    await eventually(async () => expect(await awaitedIn(address)).toBeGreaterThan(waiting))
    const asked = performance.now()
    child.kill('SIGTERM')
    await says('Closing…')
    // As when somebody presses Ctrl-C: from the terminal, and from npm.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) child.kill(signal)
    expect((await visitor).status).toBe(200)
    const refused = { isDone: false, text: expect.stringContaining('closing') }
    expect(await Promise.all(imports)).toEqual([refused, refused])
    // In time by the server's own clock: later than that it would end with another code, and without the backup.
    expect(await exit).toBe(0)
    expect(performance.now() - asked).toBeLessThan(rounds(Infinity, 10_000))
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })

  it('closes with a last backup when its terminal is closed, which takes no more words', async () => {
    const folder = dataFolder({ isLoaded: true })
    const { child, opened, exit } = start({ DATA_DIR: folder, LOG_LEVEL: 'info' })
    await opened
    child.stdout?.destroy()
    child.stderr?.destroy()
    child.kill('SIGHUP')
    expect(await exit).toBe(0)
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })

  it('closes in order also when it is told to as soon as somebody can get in', async () => {
    const { exit, said } = start({
      DATA_DIR: dataFolder({ isLoaded: true }),
      NODE_OPTIONS: toldWhenItListens,
    })
    expect(await exit).toBe(0)
    expect(said.out).toMatch(/is open at[^]*Closing…/)
  })

  it('goes on, and says so in its log, when a promise fails that nobody waited for, and backs up what cannot be stopped', async () => {
    const folder = dataFolder({ isLoaded: true })
    const { child, exit, said, opened, says } = start({ DATA_DIR: folder, NODE_OPTIONS: strayFailure })
    const address = await opened
    child.kill('SIGUSR2')
    await says('An unhandled failure')
    expect(said.out).toContain('a stray failure')
    expect((await fetch(`${address}/api/v1/health/`)).status).toBe(200)

    // What the desk's listener cannot read when it stops.
    rmSync(doorPath(folder))
    mkdirSync(doorPath(folder))
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(said.out).toContain('could not be stopped in order')
    expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  })
})

describe('the demo catalogue', () => {
  it('loaded twice changes nothing', async () => {
    const dataDir = dataFolder({ isLoaded: true })
    const database = await openDatabase({ dataDir, databaseUrl: null })
    const count = async () =>
      (await database.pool.query('select count(*)::int as n, max(id) as last from products')).rows
    const before = await count()
    await migrate(database)
    await seed(database.db)
    expect(await count()).toEqual(before)
    await database.close()
  })

  it('is loaded whole or not at all by a start that was killed', async () => {
    const folder = dataFolder({ isLoaded: true })
    const bare = await openDatabase({ dataDir: folder, databaseUrl: null })
    const { rows } = await bare.pool.query<{ tables: string }>(
      "select string_agg(quote_ident(tablename), ',') as tables from pg_tables where schemaname = 'public'",
    )
    await bare.pool.query(`truncate ${rows[0]?.tables ?? ''} restart identity`)
    await bare.close()
    const first = start({ DATA_DIR: folder, NODE_OPTIONS: killedAt('insert into "hero_slides"') })
    expect(await first.exit).toBe(null)
    expect(first.said.out).toContain('Loading the demo catalogue')
    const half = await openDatabase({ dataDir: folder, databaseUrl: null })
    const { rows: left } = await half.pool.query('select count(*)::int as products from products')
    expect(left).toEqual([{ products: 0 }])
    await half.close()
    const address = await start({ DATA_DIR: folder }).opened
    const listing = await (await fetch(`${address}/api/v1/products/product/`)).json()
    expect(listing).toMatchObject({ count: 56 })
  })
})
