import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  promises,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readBackup, writeBackup } from '#server/backup/file.ts'
import { putShop } from '#server/backup/put.ts'
import { atOneMoment, readOut } from '#server/backup/snapshot.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { appliedMigration, migrate } from '#server/db/migrate.ts'
import { picture_masters } from '#server/db/schema/catalogue.ts'
import { seed } from '#server/demo/seed.ts'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { rounds } from '#tests/support/rounds.ts'
import { type Engine, type Shop, engines, makeDatabase, openShop } from '#tests/support/shop.ts'
import { fill, order, rowsOf } from './lively.ts'

const folder = mkdtempSync(join(tmpdir(), 'damson-backup-'))
const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
  rmSync(folder, { recursive: true, force: true })
})
const fresh = () => join(folder, randomUUID())

/** An empty database, and the environment of a shop on it. */
async function emptyPlace(engine: Engine) {
  const own = engine === 'postgres' ? await makeDatabase('template0') : null
  const where = { dataDir: fresh(), databaseUrl: own?.url ?? null }
  if (own) cleanups.push(() => own.drop())
  const environment: Record<string, string> = {
    DATA_DIR: where.dataDir,
    ...(own && { DATABASE_URL: own.url }),
  }
  return { where, environment }
}
async function using<T>(
  where: { dataDir: string; databaseUrl: string | null },
  work: (it: Database) => Promise<T>,
) {
  const database = await openDatabase(where)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** A shop with something in nearly every table. */
async function lively(engine: Engine): Promise<Shop> {
  const shop = await openShop({ engine })
  cleanups.push(() => shop.close())
  await fill(shop)
  return shop
}

/** What a list's statement is planned by: without statistics of these it takes seventy times as long. */
const large = ['piece_sets', 'product_categories', 'product_images', 'products']
async function withStatistics({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct tablename as name from pg_stats where tablename in ${large} order by 1`,
  )
  return rows.map(({ name }) => name)
}

// Creating an embedded database takes seconds, so the fourth combination is left to `npm run test:long`.
const kinds = engines()
  .flatMap((from) => engines().map((to) => [from, to] as const))
  .filter(([from, to]) => rounds(0, 1) === 1 || from === 'embedded' || to === 'postgres')
const shops = new Map<Engine, Shop>()
beforeAll(async () => {
  for (const engine of engines()) shops.set(engine, await lively(engine))
})
function shopOn(engine: Engine): Shop {
  const shop = shops.get(engine)
  if (shop === undefined) throw new Error(`There is no shop on ${engine}`)
  return shop
}

describe.each(kinds)('a backup of a shop on %s, restored on %s', (from, to) => {
  test('is the same in every table and every column, and goes on trading', async () => {
    const shop = shopOn(from)
    const path = fresh()
    const { rows } = await writeBackup(shop.db, path, new Date())
    expect(rows).toBeGreaterThan(500)
    const { where, environment } = await emptyPlace(to)
    await using(where, (database) => putShop(database, readBackup(path)))
    const restored = await openShop({ environment })
    cleanups.push(() => restored.close())
    // From its first page on: nothing that PostgreSQL counts to find out what is due outlives the restore.
    expect(await withStatistics(restored)).toEqual(large)
    const [was, is] = [await rowsOf(shop), await rowsOf(restored)]
    expect([...is.keys()]).toEqual([...was.keys()])
    for (const [table, content] of is) {
      // Not printed on failure: it may be megabytes.
      expect(content === was.get(table), table).toBe(true)
    }
    expect(is.get('picture_masters')?.length).toBeGreaterThan(400_000)

    // Counters continue from where they were: what is created now takes no number that was given before.
    const next = (one: Shop) =>
      one.db.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`)
    expect((await next(restored)).rows).toEqual((await next(shop)).rows)
    const placed = await order(await restored.signUp(), (await newPiece(restored)).id)
    expect(placed.status).toBe(201)
    // A second shop restored here would mix two shops.
    await expect(putShop(restored, readBackup(path))).rejects.toThrow('The database is not empty')
  })
})

describe.each(engines())('a backup on %s', (engine) => {
  test('is one file that only its owner reads, and takes no other’s place', async () => {
    const path = fresh()
    await writeBackup(shopOn(engine).db, path, new Date())
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const before = readFileSync(path)
    await expect(writeBackup(shopOn(engine).db, path, new Date())).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

/** How a file system refuses what it cannot do. */
const unable = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

test.each([
  ['a stick’s (FAT), which has no second names for a file', 'EPERM', 'EINVAL'],
  ['a network drive’s, which has none either', 'ENOTSUP', 'ENOTSUP'],
])('a backup is made on a file system such as %s, and takes no other’s place', async (_what, link, sync) => {
  const place = fresh()
  mkdirSync(place)
  const handle = await promises.open(place)
  const [linked, synced] = [
    vi.spyOn(promises, 'link'),
    vi.spyOn<{ sync: () => Promise<void> }, 'sync'>(Object.getPrototypeOf(handle), 'sync'),
  ]
  await handle.close()
  linked.mockImplementation(unable(link))
  synced.mockImplementation(unable(sync))
  syncBuiltinESMExports()
  try {
    const path = join(place, 'mine.backup')
    const { bytes } = await writeBackup(shopOn('embedded').db, path, new Date())
    const before = readFileSync(path)
    expect(before).toHaveLength(bytes)
    expect(gunzipSync(before).toString()).toContain('Zoë')
    await expect(writeBackup(shopOn('embedded').db, path, new Date())).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(place)).toEqual(['mine.backup'])
    expect(linked).toHaveBeenCalledTimes(2)
    expect(synced).toHaveBeenCalledTimes(1)
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
})

test.runIf(inject('postgres') !== null)(
  'what is sold while a backup is written is not half in it',
  async () => {
    const shop = shopOn('postgres')
    const { id: product_id } = await newPiece(shop)
    const lines: string[] = []
    const sold: number[] = []
    const buyers: string[] = []
    await atOneMoment(shop.db, (tx) =>
      readOut(
        tx,
        async (line) => {
          lines.push(line)
          if (line !== '{"table":"carts"}') return
          // By now customers have been read, and their carts have not.
          const buyer = await shop.signUp()
          buyers.push(buyer.user_id)
          sold.push((await order(buyer, product_id)).status)
        },
        new Date(),
      ),
    )
    expect(sold).toEqual([201])
    expect(lines.filter((line) => buyers.some((id) => line.includes(id)))).toEqual([])
    const { where } = await emptyPlace('postgres')
    const tail = await using(where, (database) => putShop(database, each(lines)))
    expect(tail.proofs['carts']?.rows).toBeGreaterThan(0)
  },
)

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

describe('what is no whole backup is refused, and nothing is written', () => {
  let whole: Buffer
  let place: Awaited<ReturnType<typeof emptyPlace>>
  beforeAll(async () => {
    const path = fresh()
    await writeBackup(shopOn('embedded').db, path, new Date())
    whole = readFileSync(path)
    place = await emptyPlace(engines().at(-1) ?? 'embedded')
  })
  const lines = () => gunzipSync(whole).toString().split('\n')
  const customer = (text: string) => text.includes('Zoë')
  const cases: [string, () => Buffer, string][] = [
    ['half a file', () => whole.subarray(0, Math.floor(whole.length / 2)), 'damaged'],
    ['no backup at all', () => Buffer.from('sku,price\n'), 'is no backup'],
    ['another kind of packed file', () => gzipSync('{"format":"other"}\n'), 'is no backup'],
    ['a backup without its end', () => gzipSync(lines().slice(0, -2).join('\n')), 'damaged'],
    [
      'one row less',
      () =>
        gzipSync(
          lines()
            .filter((line) => !customer(line))
            .join('\n'),
        ),
      'damaged',
    ],
    ['one letter changed', () => gzipSync(lines().join('\n').replace('Zoë', 'Zoe')), 'damaged'],
    [
      'one of a version to come',
      () =>
        gzipSync(
          lines()
            .join('\n')
            .replace(/"migration":"\w{4}/, '"migration":"0000'),
        ),
      'This backup is of a newer version of the shop. Restore it with that version.',
    ],
    [
      'a day that there is not',
      () =>
        gzipSync(
          lines()
            .join('\n')
            .replace(/"\d{4}-\d{2}-\d{2} /, '"2026-02-30 '),
        ),
      'damaged',
    ],
    [
      'a type that is more than one',
      () => gzipSync(lines().join('\n').replace('"type":"integer"', '"type":"integer from carts; --"')),
      'is no backup of a shop',
    ],
  ]
  test.each(cases)('%s', async (_what, content, why) => {
    const path = fresh()
    writeFileSync(path, content())
    await using(place.where, async (database) => {
      await expect(putShop(database, readBackup(path))).rejects.toThrow(why)
      const tables = await database.db.execute<{ name: string }>(
        sql`select tablename as name from pg_tables where schemaname = 'public'`,
      )
      for (const { name } of tables.rows) {
        const { rows } = await database.db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
        expect(rows, name).toEqual([])
      }
    })
  })
})

test('a database with anything in it, be it somebody else’s, is left as it is', async () => {
  const engine = engines().at(-1) ?? 'embedded'
  const path = fresh()
  await writeBackup(shopOn(engine).db, path, new Date())
  const { where } = await emptyPlace(engine)
  await using(where, async (database) => {
    await database.db.execute(sql`create table theirs as select 1 as one`)
    const why =
      'The database is not empty: there is something in its table theirs. Please make another one (createdb), and name that.'
    await expect(putShop(database, readBackup(path))).rejects.toThrow(why)
    expect(await appliedMigration(database.db)).toBeNull()
  })
})

describe.runIf(inject('postgres') !== null)('a shop is put into a PostgreSQL database', () => {
  test('once, by whoever comes first', async () => {
    const path = fresh()
    await writeBackup(shopOn('postgres').db, path, new Date())
    const { where } = await emptyPlace('postgres')
    await using(where, async (database) => {
      const put = () => putShop(database, readBackup(path))
      const outcomes = await Promise.allSettled([put(), put()])
      const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
      expect(refused).toEqual([expect.stringContaining('The database is not empty')])
    })
  })

  test('and who opens it meanwhile waits until it is there whole, and loads nothing of their own', async () => {
    const lines: string[] = []
    await atOneMoment(shopOn('postgres').db, (tx) => readOut(tx, (line) => void lines.push(line), new Date()))
    const { where } = await emptyPlace('postgres')
    await using(where, async (database) => {
      let opening: Promise<[void, boolean]> | undefined
      async function* slowly() {
        const [head = '', ...rest] = lines
        yield head
        // What comes next is asked for in the transaction.
        opening = Promise.all([migrate(database), seed(database.db)])
        await eventually(async () => expect(await lockWaits(database.db)).toBe(2))
        yield* rest
      }
      await putShop(database, slowly())
      expect(await opening).toEqual([undefined, false])
    })
  })

  test('and is there, with what its other tables are read by, where somebody has one of them meanwhile', async () => {
    const path = fresh()
    const shop = shopOn('postgres')
    await writeBackup(shop.db, path, new Date())
    const { where } = await emptyPlace('postgres')
    // Longer than PostgreSQL's own maintenance keeps anybody waiting.
    const impatient = { ...where, databaseUrl: `${where.databaseUrl}&options=-c%20lock_timeout%3D3s` }
    await using(impatient, async (database) => {
      await migrate(database)
      // A table of somebody else's, in the same database.
      await database.db.execute(sql`create schema theirs create table things (thing int)`)
      const holder = await database.pool.connect()
      const warned: string[] = []
      try {
        await holder.query('set idle_in_transaction_session_timeout = 0')
        await holder.query('begin')
        await holder.query('lock table products, theirs.things in share update exclusive mode')
        await putShop(database, readBackup(path), { warn: (line) => void warned.push(line) })
      } finally {
        await holder.query('rollback')
        holder.release()
      }
      expect(warned).toEqual([
        expect.stringMatching(
          /^products: .*could not be gathered \(canceling statement due to lock timeout\)/,
        ),
      ])
      expect(await withStatistics(database)).toEqual(large.filter((table) => table !== 'products'))
      const count = sql`select count(*)::int as pieces from products`
      expect((await database.db.execute(count)).rows).toEqual((await shop.db.execute(count)).rows)
    })
  })

  test('and comes out of it the same, whatever it is set to write its values as', async () => {
    const own = await makeDatabase('postgres')
    cleanups.push(() => own.drop())
    const { where: empty } = await emptyPlace('postgres')
    const odd = (database: Database) =>
      database.db.execute(sql`
        do $$ declare setting text; begin
          -- No table of the shop has one yet.
          create table spans (span interval);
          foreach setting in array array['timezone = ''Asia/Tokyo''', 'datestyle = ''SQL, DMY''',
            'intervalstyle = ''iso_8601''', 'extra_float_digits = -3', 'bytea_output = ''escape''']
          loop execute format('alter database %I set %s', current_database(), setting); end loop;
        end $$`)
    const now = new Date()
    const lines = (database: Pick<Database, 'db'>) => {
      const written: string[] = []
      return atOneMoment(database.db, (tx) => readOut(tx, (line) => void written.push(line), now)).then(
        () => written,
      )
    }
    const where = { dataDir: '', databaseUrl: own.url }
    const before = await using(where, async (database) => {
      await database.db.execute(sql`update products set weight = 0.1::float8 + 0.2::float8 where id = 1`)
      await database.db
        .insert(picture_masters)
        .values({ name: 'imported/one', hash: 'h', content: Buffer.from([0, 1, 255]) })
      await odd(database)
      await database.db.execute(sql`insert into spans values ('1 day 02:03')`)
      return lines(database)
    })
    for (const exact of ['"0.30000000000000004"', '"1 day 02:03:00"', String.raw`"\\x0001ff"`])
      expect(before.join()).toContain(exact)
    expect((await using(where, lines)).join('\n') === before.join('\n')).toBe(true)
    await using(empty, odd)
    const tail = await using(empty, (database) => putShop(database, each(before)))
    expect(tail.proofs['picture_masters']?.rows).toBe(1)
  })
})

test('a backup of an earlier version is restored, and brought up to date', async () => {
  const engine = engines().at(-1) ?? 'embedded'
  const all = readMigrationFiles({ migrationsFolder: 'server/db/migrations' })
  const earlier = all.at(-2)?.hash ?? ''
  const { where } = await emptyPlace(engine)
  const path = fresh()
  await using(where, async (database) => {
    await migrate(database, earlier)
    expect(await appliedMigration(database.db)).toBe(earlier)
    await database.db.execute(
      sql`insert into customers (email, first_name, last_name, contact_no) values ('old@example.com', 'Old', 'Friend', '1')`,
    )
    await writeBackup(database.db, path, new Date())
  })
  const target = await emptyPlace(engine)
  await using(target.where, async (database) => {
    await putShop(database, readBackup(path))
    expect(await appliedMigration(database.db)).toBe(all.at(-1)?.hash)
    const { rows } = await database.db.execute(sql`select email from customers`)
    expect(rows).toEqual([{ email: 'old@example.com' }])
    // Where nothing had a number yet, the first one is still to be given.
    const first = sql`select nextval(pg_get_serial_sequence('products', 'id'))::int as id`
    expect((await database.db.execute(first)).rows).toEqual([{ id: 1 }])
  })
  const later = await emptyPlace(engine)
  await using(later.where, async (database) => {
    await migrate(database)
    await expect(putShop(database, readBackup(path))).rejects.toThrow('has the tables of a newer version')
  })
})
