import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNull, sql } from 'drizzle-orm'
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { accessTokens } from '#server/auth/tokens.ts'
import { writeBackup } from '#server/backup/file.ts'
import { readDeskConfig } from '#server/config.ts'
import { asideOf, brokenOff } from '#server/db/brokenOff.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Db } from '#server/db/db.ts'
import { LockedError, lockDataDir } from '#server/db/lock.ts'
import { parseCommand } from '#server/desk/arguments.ts'
import { customers, email_tokens, sessions } from '#server/db/schema/customers.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { orders, payment_attempts } from '#server/db/schema/orders.ts'
import { Refusal, WrongUse } from '#server/desk/command.ts'
import { ask } from '#server/desk/reach.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { inShell } from '#server/process/inShell.ts'
import { fill, rowsOf } from '#tests/server/backup/lively.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  beginningWith,
  endServers,
  openServer,
  runDesk as desk,
  startServer,
} from '#tests/support/program.ts'
import { desk as inShop } from './desk.ts'
import { engines, makeDatabase, openShop, testSecret } from '#tests/support/shop.ts'

const folders: string[] = []
afterEach(async () => {
  await endServers()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'damson backup-'))
  folders.push(folder)
  cpSync(inject('template'), folder, { recursive: true })
  return folder
}
const nobody = { full_name: '', phone: '', address_line_1: '', address_line_2: '', city: '', state: '' }
const somewhere = { ...nobody, postal_code: '', country: 'United Kingdom' }
const cancelledOrder: typeof orders.$inferInsert = {
  order_number: 'DMS-7K3M9QXT',
  status: 'cancelled',
  subtotal: 24_900,
  discount: 0,
  shipping_cost: 0,
  tax: 1_743,
  total: 26_643,
  shipping_method: 'standard',
  payment_method: 'card',
  payment_label: 'Visa ending 4242',
  contact: { first_name: '', last_name: '', email: '', phone: '' },
  shipping_address: somewhere,
  billing_address: somewhere,
}
const sku = 'DMS-E-001'
const SESSION_SECRET = testSecret

/** In a folder whose shop is closed: the stock of the piece, after setting it to `count` if that is given. */
async function stockIn({ DATA_DIR: dataDir }: { DATA_DIR: string }, counted: number | null = null) {
  const database = await openDatabase({ dataDir, databaseUrl: null })
  const text = 'update products set stock_quantity = coalesce($2, stock_quantity) where sku = $1 returning *'
  const { rows } = await database.pool.query<{ stock_quantity: number }>(text, [sku, counted])
  await database.close()
  return rows[0]?.stock_quantity
}

/** Every row of a shop that is closed. */
async function allRows(dataDir: string, databaseUrl: string | null) {
  const database = await openDatabase({ dataDir, databaseUrl })
  const rows = await rowsOf(database)
  await database.close()
  return rows
}

/**
 * What the desk says at the end, without a program of its own, which takes a second or more to start; `tell` hears what
 * it says on the way.
 */
async function deskHere(environment: Record<string, string>, words: string[], tell = () => {}) {
  const parsed = parseCommand(words)
  if (parsed.kind === 'help') throw new Error('It would only print its help')
  const { command, typed } = parsed
  if ('alone' in command) return command.alone(readDeskConfig(environment, command.makesShop), typed, tell)
  const call = { name: command.name, input: await command.prepare(typed) }
  const { isDone, text } = await ask(readDeskConfig(environment), call, testGateway())
  if (!isDone) throw new Refusal(text)
  return text
}

test('while a shop is put back, and no longer, the folder is nobody else’s, whatever a restore that was killed has left', async () => {
  const dataDir = dataFolder()
  const path = join(dataDir, 'kept.backup')
  const database = await openDatabase({ dataDir, databaseUrl: null })
  await writeBackup(database.db, path, new Date())
  await database.close()
  cpSync(join(dataDir, 'postgres'), join(dataDir, 'restoring', 'postgres'), { recursive: true })
  let beside: Promise<unknown> | undefined
  const words = ['restore', path, '--replace']
  await deskHere({ DATA_DIR: dataDir }, words, () => {
    beside ??= lockDataDir(dataDir).catch((error: unknown) => error)
  })
  expect(await beside).toBeInstanceOf(LockedError)
  const release = await lockDataDir(dataDir)
  release()
  expect(readdirSync(dataDir)).not.toContain('restoring')
})

describe('a restore that puts the shop aside', () => {
  /** A shop with five of a piece, in a closed folder, and a backup of it with one that is sold since. */
  async function sold() {
    const environment = { DATA_DIR: dataFolder() }
    const path = join(environment.DATA_DIR, 'kept.backup')
    await stockIn(environment, 6)
    await deskHere(environment, ['backup', path])
    await stockIn(environment, 5)
    /** Runs the restore; where it would move the restored shop to its place, it does `instead`. */
    const restore = (instead: string) =>
      desk(
        {
          ...environment,
          NODE_OPTIONS: beginningWith(`
            import fs from 'node:fs'
            import { syncBuiltinESMExports } from 'node:module'
            const { renameSync } = fs
            fs.renameSync = (from, to) => {
              if (from.endsWith('restoring/postgres')) ${instead}
              return renameSync(from, to)
            }
            syncBuiltinESMExports()`),
        },
        'restore',
        path,
        '--replace',
      )
    const aside = () =>
      readdirSync(environment.DATA_DIR).filter((name) => name.startsWith('postgres.before-'))
    return { environment, path, restore, aside }
  }

  test('and is killed then is found: neither the shop nor the desk takes the folder for an empty one', async () => {
    const { environment, path, restore, aside } = await sold()
    expect(await restore(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({ code: null })
    const place = join(environment.DATA_DIR, 'postgres')
    const [name = ''] = aside()
    const putAside = join(environment.DATA_DIR, name)
    const refusal = `DATA_DIR: there is no shop in ${environment.DATA_DIR}, only what a restore has put aside. Run the restore again, or put that back: mv ${inShell(putAside)} ${inShell(place)}`

    const start = startServer(environment)
    expect(await start.exit).toBe(1)
    expect(start.said.error).toBe(`${refusal}\n`)
    await expect(deskHere(environment, ['todo'])).rejects.toThrow(refusal)
    expect(existsSync(place)).toBe(false)

    // Both of what the line says lead to a shop again.
    renameSync(putAside, place)
    expect(await stockIn(environment)).toBe(5)
    renameSync(place, putAside)
    await deskHere(environment, ['restore', path])
    expect(await stockIn(environment)).toBe(6)
  })

  test('and cannot put the other in its place puts it back', async () => {
    const { environment, restore, aside } = await sold()
    const failed = await restore(`throw Object.assign(new Error('no'), { code: 'EIO', path: to })`)
    expect(failed).toMatchObject({ code: 1 })
    expect(aside()).toEqual([])
    expect(await stockIn(environment)).toBe(5)
  })
})

test('a restore into an empty folder that was killed is no reason for a demo shop', async () => {
  const dataDir = dataFolder()
  cpSync(join(dataDir, 'postgres'), join(dataDir, 'restoring', 'postgres'), { recursive: true })
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  const start = startServer({ DATA_DIR: dataDir })
  expect(await start.exit).toBe(1)
  expect(start.said.error).toBe(
    `DATA_DIR: there is no shop in ${dataDir}, only a restore that is not finished. Run it again, or, for a new shop, remove ${join(dataDir, 'restoring')}\n`,
  )
})

test('of several shops that restores have put aside, the newest is what belongs into a folder without one', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'damson backup-'))
  folders.push(dataDir)
  const names = ['2026-11-28T09:00:00Z', '2026-11-28T10:30:00Z', '2025-12-24T23:59:59Z'].map((time) =>
    asideOf(dataDir, new Date(time)),
  )
  for (const name of names) mkdirSync(name)
  expect(brokenOff(dataDir)).toContain(`put that back: mv '${names[1]}' '${join(dataDir, 'postgres')}'`)
})

test('a shop that is on a PostgreSQL server, or is none, does not move to one', async () => {
  const words = ['migrate-to', 'postgres://localhost/none']
  const there = { DATA_DIR: dataFolder(), DATABASE_URL: 'postgres://localhost/shop', SESSION_SECRET }
  await expect(deskHere(there, words)).rejects.toThrow('This shop is on a PostgreSQL server already.')
  const none = dataFolder()
  rmSync(join(none, 'postgres'), { recursive: true })
  await expect(deskHere({ DATA_DIR: none }, words)).rejects.toThrow(`there is no shop in ${none}.`)
  const unheard = ['migrate-to', 'postgres://damson@127.0.0.1:9/shop']
  const here = dataFolder()
  await expect(deskHere({ DATA_DIR: here }, unheard)).rejects.toThrow(
    /^The shop was not moved: PostgreSQL at 127\.0\.0\.1:9 cannot be reached/,
  )
  expect(existsSync(join(here, 'backups'))).toBe(false)
})

describe('a shop that cannot be moved to the address given is told what is wrong with that', () => {
  const moving = (url: string) => deskHere({ DATA_DIR: dataFolder() }, ['migrate-to', url])

  test('where nobody answers', async () => {
    await expect(moving('postgres://damson@127.0.0.1:9/shop')).rejects.toThrow(
      /^The shop was not moved: PostgreSQL at .+\. Start it, or correct the address\.$/,
    )
  })

  test.runIf(inject('postgres') !== null).each([
    ['pathname', 'nothing_there', /^The shop was not moved: .+\), or correct the address\.$/],
    [
      'username',
      'nobody_known',
      /^The shop was not moved: .+ Correct the user and the password in the address,/,
    ],
  ] as const)('for another %s', async (part, name, said) => {
    const url = new URL(inject('postgres') ?? '')
    url[part] = name
    await expect(moving(url.href)).rejects.toThrow(said)
  })

  test.runIf(inject('postgres') !== null)('and for a database that is of no use to it', async () => {
    const own = await makeDatabase('template0', "ENCODING 'SQL_ASCII' LOCALE 'C'")
    onTestFinished(() => own.drop())
    await expect(moving(own.url)).rejects.toThrow(
      /^The shop was not moved: the address: expected a database in UTF8/,
    )
  })
})

test('a shop is backed up while it is open, by hand and when it closes, and put back', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const path = join(environment.DATA_DIR, 'by-hand.backup')
  const place = (name: string) => join(environment.DATA_DIR, name)
  const modes = (names: readonly string[]) => names.map((name) => statSync(place(name)).mode & 0o777)
  mkdirSync(place('backups'))
  /** As after a copy, or where the data folder was made by hand: all that protects its files are the folders' modes. */
  const letEverybodyIn = () => {
    for (const name of ['.', 'postgres', 'backups']) chmodSync(place(name), 0o755)
  }
  letEverybodyIn()
  const shop = await openServer(environment)
  expect(modes(['postgres'])).toEqual([0o700])
  await deskHere(environment, ['stock', sku, '77'])
  expect(await desk(environment, 'backup', path)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`rows in ${path}`),
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(deskHere(environment, ['backup', path])).rejects.toThrow('already')
  expect(await desk(environment, 'restore', path, '--replace')).toMatchObject({
    code: 1,
    error: expect.stringContaining('The shop is open. Close it first.'),
  })
  const moving = deskHere(environment, ['migrate-to', 'postgres://localhost/none'])
  await expect(moving).rejects.toThrow('The shop is open')
  await deskHere(environment, ['stock', sku, '5'])
  expect(await shop.stop()).toBe(0)

  const [own = ''] = readdirSync(join(environment.DATA_DIR, 'backups'))
  const ownPath = join(environment.DATA_DIR, 'backups', own)
  expect(statSync(ownPath).mode & 0o777).toBe(0o600)
  expect(modes(['backups'])).toEqual([0o700])

  letEverybodyIn()
  await expect(deskHere(environment, ['restore', path])).rejects.toThrow('--replace')
  expect(await desk(environment, 'restore', path, '--replace')).toMatchObject({ code: 0, error: '' })
  expect(await stockIn(environment)).toBe(77)
  await deskHere(environment, ['restore', ownPath, '--replace'])
  expect(await stockIn(environment)).toBe(5)
  const aside = readdirSync(environment.DATA_DIR).filter((name) => name.startsWith('postgres.before-'))
  expect(modes(['postgres', ...aside])).toEqual([0o700, 0o700, 0o700])
})

/** The embedded shop of a customer, to be backed up to `path` and restored on this engine, in `environment`. */
async function withCustomer(engine: ReturnType<typeof engines>[number]) {
  const dataDir = dataFolder()
  const target = engine === 'postgres' ? await makeDatabase('template0') : null
  const environment = { DATA_DIR: dataDir, SESSION_SECRET, ...(target && { DATABASE_URL: target.url }) }
  onTestFinished(async () => target?.drop())
  const database = await openDatabase({ dataDir, databaseUrl: null })
  const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Quince', contact_no: '' }
  const [customer] = await database.db.insert(customers).values(ada).returning()
  if (customer === undefined) throw new Error('No customer')
  return { environment, path: join(dataDir, 'kept.backup'), database, customer }
}

test.each(engines())(
  'who puts a shop back on %s is told as of when, and payments and refunds that were under way then are left to the desk',
  async (engine) => {
    const { environment, path, database, customer } = await withCustomer(engine)
    const key = { customer_id: customer.id, scope: 'checkout', key: 'under way', fingerprint: 'any' }
    await database.db.insert(idempotency_keys).values(key)
    const updated_at = new Date('2026-06-22T02:00:00Z')
    const [cancelled] = await database.db.insert(orders).values(cancelledOrder).returning()
    if (cancelled === undefined) throw new Error('No order')
    const [begun, failed] = await database.db
      .insert(payment_attempts)
      .values([
        { customer_id: customer.id, idempotency_key: key.key, amount: 26_643, status: 'started', updated_at },
        // Each may have been paid back by hand since.
        { amount: 100, status: 'releasing', updated_at },
        { amount: cancelled.total, status: 'releasing', updated_at, order_id: cancelled.id },
        // The gateway is not asked about nothing.
        { amount: 0, status: 'started', updated_at },
      ])
      .returning()
    await writeBackup(database.db, path, new Date('2026-06-22T03:00:00Z'))
    await database.close()

    const said = await deskHere(environment, ['restore', path, '--replace'])
    expect(said).toContain('The shop is back as it was on 22 Jun 2026, 04:00:')
    expect(said).toContain('compare the payment provider’s list')
    expect(said).toContain('2 payments were under way then')
    expect(said).toMatch(
      new RegExp(`^${begun?.id} .* £266\\.43 +ada@example\\.com +not known to the shop$`, 'm'),
    )
    expect(said).toMatch(
      new RegExp(`^${failed?.id} .* £1\\.00 +somebody whose account is gone +not known to the shop$`, 'm'),
    )
    expect(said).toMatch(/^1 cancelled order is not paid back/m)
    expect(said).toMatch(/^DMS-7K3M9QXT .* £266\.43$/m)

    const released: string[] = []
    const gateway = { ...testGateway(), release: async (id: string) => void released.push(id) }
    const shop = await openShop({ data: { environment, discard: async () => undefined }, gateway })
    // It looks after payments as soon as it is ready.
    await shop.app.ready()
    const statuses = async () => (await shop.db.select().from(payment_attempts)).map(({ status }) => status)
    await eventually(async () =>
      expect((await statuses()).toSorted()).toEqual(['released', 'uncertain', 'uncertain', 'uncertain']),
    )
    expect(released).toEqual([])
    // Whoever was paying may order again: the call that had the key will never be answered.
    expect(await shop.db.select().from(idempotency_keys)).toEqual([])
    await shop.close()
    for (const id of [begun?.id, failed?.id]) {
      expect(await deskHere(environment, ['todo'])).toContain(id)
      expect(await deskHere(environment, ['payments', 'settled', id ?? ''])).toContain('noted as settled')
      expect(await deskHere(environment, ['todo'])).not.toContain(id)
    }
    const number = cancelled.order_number
    expect(await deskHere(environment, ['orders', 'show', number])).toContain('not paid back')
    expect(await deskHere(environment, ['orders', 'refunded', number])).toContain('noted as paid back')
    expect(await deskHere(environment, ['todo'])).not.toContain('not paid back')
    expect(await deskHere(environment, ['orders', 'show', number])).toContain('paid back\n')
  },
)

test.each(engines())(
  'in a shop put back on %s everybody logs in anew, because who was logged out since, or has a new password, is not known',
  async (engine) => {
    const { environment, path, database, customer } = await withCustomer(engine)
    const { db } = database
    const expires_at = new Date('2099-01-01')
    const newSession = async (at: Db) => {
      const [session] = await at.insert(sessions).values({ customer_id: customer.id, expires_at }).returning()
      if (session === undefined) throw new Error('No session')
      return session.id
    }
    const before = await newSession(db)
    const links = ['reset', 'change_email', 'verify_email', 'way_back', 'refuse_login']
    const link = (purpose: string) => ({ customer_id: customer.id, purpose, token_hash: purpose, expires_at })
    await db.insert(email_tokens).values(links.map(link))
    await writeBackup(db, path, new Date('2026-06-22T03:00:00Z'))
    await database.close()

    const said = await deskHere(environment, ['restore', path, '--replace'])
    expect(said).toContain('Everybody has to log in again')
    expect(said).toContain('deleted their account, was forgotten or left the newsletter since is in it again')

    const shop = await openShop({ data: { environment, discard: async () => undefined } })
    const tokens = accessTokens(shop.config.sessionSecret, () => new Date())
    const statusIn = async (session_id: string) => {
      const token = await tokens.sign({ customer_id: customer.id, session_id })
      return (await shop.call('GET', paths.profile, { token })).status
    }
    expect([await statusIn(before), await statusIn(await newSession(shop.db))]).toEqual([401, 200])
    // What only proves an address, or gives an account back to its owner, harms nobody.
    const open = await shop.db.select().from(email_tokens).where(isNull(email_tokens.used_at))
    expect(open.map(({ purpose }) => purpose).toSorted()).toEqual([
      'refuse_login',
      'verify_email',
      'way_back',
    ])
    await shop.close()
  },
)

test('what is to be run after a restore by PostgreSQL’s own tools leaves as much to the desk, and lets nobody stay', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const [, statements = ''] = /run `(update payment_attempts [^`]+)`/.exec(text) ?? []
  const { database, customer } = await withCustomer('embedded')
  const { db } = database
  const customer_id = customer.id
  const expires_at = new Date('2099-01-01')
  const key = { customer_id, scope: 'checkout', fingerprint: 'any' }
  await db.insert(idempotency_keys).values([
    { ...key, key: 'under way' },
    { ...key, key: 'answered', status_code: 201 },
  ])
  await db.insert(payment_attempts).values([
    { customer_id, idempotency_key: 'under way', amount: 100, status: 'started' },
    { amount: 100, status: 'releasing' },
    { amount: 0, status: 'started' },
    { amount: 100, status: 'ordered' },
  ])
  await db.insert(sessions).values({ customer_id, expires_at })
  const links = ['reset', 'change_email', 'verify_email']
  await db
    .insert(email_tokens)
    .values(links.map((purpose) => ({ customer_id, purpose, token_hash: purpose, expires_at })))

  for (const statement of statements.split(';')) await db.execute(sql.raw(statement))
  const attempts = await db.select().from(payment_attempts)
  expect(attempts.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual([
    '0 started',
    '100 ordered',
    '100 uncertain',
    '100 uncertain',
  ])
  // Who was paying may order again at once.
  expect((await db.select().from(idempotency_keys)).map((kept) => kept.key)).toEqual(['answered'])
  expect(await db.$count(sessions, isNull(sessions.revoked_at))).toBe(0)
  const open = await db.select().from(email_tokens).where(isNull(email_tokens.used_at))
  expect(open.map(({ purpose }) => purpose)).toEqual(['verify_email'])
  await database.close()
})

test('a shop put back in which nothing was being paid for says nothing of payments under way', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const path = join(environment.DATA_DIR, 'kept.backup')
  const database = await openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: null })
  await writeBackup(database.db, path, new Date('2026-11-22T03:00:00Z'))
  await database.close()
  const said = await deskHere(environment, ['restore', path, '--replace'])
  expect(said).toContain('The shop is back as it was on 22 Nov 2026, 03:00:')
  expect(said).not.toMatch(/under way|paid back/)
})

test('where its folders’ permissions cannot be changed, a shop opens, is backed up and writes its emails, and says so once', async () => {
  const dataDir = dataFolder()
  const place = (name: string) => join(dataDir, name)
  const open = ['postgres', 'backups', 'outbox']
  for (const name of open) {
    mkdirSync(place(name), { recursive: true })
    chmodSync(place(name), 0o755)
  }
  // They are somebody else's, or on a disk that knows no permissions.
  const refusing = beginningWith(`
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { chmodSync } = fs
    fs.chmodSync = (path, mode) => {
      if (!${JSON.stringify(open.map(place))}.includes(path)) return chmodSync(path, mode)
      throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
    }
    syncBuiltinESMExports()`)
  const shop = await openServer({ DATA_DIR: dataDir, NODE_OPTIONS: refusing })
  const written = () => readdirSync(place('outbox')).filter((name) => name.endsWith('.eml'))
  for (const [index, email] of ['ada@example.com', 'eve@example.com'].entries()) {
    const answer = await fetch(`${shop.address}${apiRoot}${paths.newsletter}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    expect(answer.status).toBe(200)
    await eventually(() => expect(written()).toHaveLength(index + 1))
  }
  expect(await shop.stop()).toBe(0)
  expect(readdirSync(place('backups'))).toHaveLength(1)
  for (const name of open) expect(shop.said.error.split(`Others may enter ${place(name)}`)).toHaveLength(2)
})

test('a backup that is interrupted leaves nothing of customers’ data behind', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const folder = mkdtempSync(join(tmpdir(), 'damson-interrupted-'))
  folders.push(folder)
  const interrupted = beginningWith(`
    import files from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    files.link = (unfinished) => {
      console.log(unfinished)
      process.kill(process.pid, 'SIGINT')
      return new Promise(() => {})
    }
    syncBuiltinESMExports()
  `)
  const { code, out } = await desk(
    { ...environment, NODE_OPTIONS: interrupted },
    'backup',
    join(folder, 'b.backup'),
  )
  expect(out).toContain('.part')
  expect(code).toBe(130)
  expect(readdirSync(folder)).toEqual([])
})

test('without a file, with one that is none, or with an address that is none, nothing is done', async () => {
  const environment = { DATA_DIR: dataFolder() }
  await expect(deskHere(environment, ['restore'])).rejects.toThrow(WrongUse)
  await expect(deskHere(environment, ['restore', '/nowhere', '--replace'])).rejects.toThrow(
    new Refusal('There is no file /nowhere.'),
  )
  await expect(deskHere(environment, ['restore', environment.DATA_DIR, '--replace'])).rejects.toThrow(
    new Refusal(`${environment.DATA_DIR} is a folder. Name the backup in it.`),
  )
  await expect(deskHere(environment, ['migrate-to', 'mysql://localhost/shop'])).rejects.toThrow(WrongUse)
  expect(readdirSync(environment.DATA_DIR)).not.toContain('restoring')
})

test.runIf(inject('postgres') !== null)(
  'a shop moves to a PostgreSQL server with every row and opens there with the secret it has had, and into an empty one only',
  async () => {
    const environment = { DATA_DIR: dataFolder(), SESSION_SECRET }
    const target = await makeDatabase('template0')
    try {
      await stockIn(environment, 77)
      const before = await openShop({ data: { environment, discard: async () => undefined } })
      await fill(before)
      await before.close()
      // Of a time before it was given one.
      writeFileSync(join(environment.DATA_DIR, 'session-secret'), 'another secret, long enough as well')
      const moved = await desk(environment, 'migrate-to', target.url)
      expect(moved).toMatchObject({ code: 0, error: '' })
      expect(moved.out).toMatch(/^products: 57 rows$/m)
      expect(moved.out).toContain('The shop has moved')
      expect(moved.out).toContain('the SESSION_SECRET that is set here')
      expect(moved.out).not.toContain('session-secret')
      const [kept, come] = [
        await allRows(environment.DATA_DIR, null),
        await allRows(environment.DATA_DIR, target.url),
      ]
      expect([...come.keys()]).toEqual([...kept.keys()])
      const others = [...kept.keys()].filter((table) => come.get(table) !== kept.get(table))
      expect(others, 'tables whose rows have not come as they were').toEqual([])
      const other = { DATA_DIR: dataFolder(), SESSION_SECRET }
      await expect(deskHere(other, ['migrate-to', target.url])).rejects.toThrow('The database is not empty')
      // Each try would put out one of the few that are kept.
      expect(existsSync(join(other.DATA_DIR, 'backups'))).toBe(false)
      const there = { ...environment, DATABASE_URL: target.url }
      const shop = await openServer(there)
      expect(await deskHere(there, ['stock', sku, '+1'])).toContain('78 in stock')
      const listing = await fetch(`${shop.address}/api/v1/products/product/`)
      expect(await listing.json()).toMatchObject({ count: 57 })
      expect(await shop.stop()).toBe(0)
      // Who forgets the address would go on at the old shop's desk.
      for (const words of [
        ['todo'],
        ['backup', join(environment.DATA_DIR, 'old.backup')],
        // What was ordered since would not be there.
        ['migrate-to', target.url],
      ])
        await expect(deskHere(environment, words)).rejects.toThrow(
          'has moved to a PostgreSQL server. Set DATABASE_URL',
        )
      const old = await openServer(environment)
      expect(await old.stop()).toBe(0)
      expect(await deskHere(environment, ['stock', sku, '+1'])).toContain('78 in stock')
    } finally {
      await endServers()
      await target.drop()
    }
  },
)

test.each(engines())(
  'a backup that cannot be written is one of which the desk names the file (%s)',
  async (engine) => {
    const shop = await openShop({ engine })
    onTestFinished(() => shop.close())
    const file = join(shop.dataDir, 'a-file')
    writeFileSync(file, '')
    const [below, long] = [join(file, 'a.backup'), join(shop.dataDir, 'a'.repeat(300))]
    expect(await inShop(shop, 'backup', below)).toEqual({
      code: 1,
      text: `${below} cannot be written (ENOTDIR).`,
    })
    expect(await inShop(shop, 'backup', long)).toEqual({
      code: 1,
      text: `${long} cannot be written (ENAMETOOLONG).`,
    })
  },
)
