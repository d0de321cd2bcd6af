import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { readDeskConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { appliedMigration, migrate } from '#server/db/migrate.ts'
import { ask } from '#server/desk/reach.ts'
import type { PaymentGateway } from '#server/payments/port.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { json, opal } from './importing.ts'
import { data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { engines, makeDatabase, openShop } from '#tests/support/shop.ts'
import {
  beginningWith,
  runDesk as desk,
  deskProgram,
  endServers,
  openServer,
  runProgram,
} from '#tests/support/program.ts'

const folders: string[] = []
afterAll(async () => {
  await endServers()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function dataFolder(depth = 0): string {
  const folder = mkdtempSync(join(tmpdir(), 'damson-desk-'))
  folders.push(folder)
  const deep = join(folder, ...Array.from({ length: depth }, () => 'a-folder-far-down'))
  mkdirSync(deep, { recursive: true })
  cpSync(inject('template'), deep, { recursive: true })
  return deep
}

const npmRun = ['npm', 'run', '--silent', 'desk', '--']
const sku = 'DMS-E-001'
const pageOf = async (address: string, slug: string) => {
  const answer = await fetch(`${address}/products/${slug}`)
  return { html: await answer.text(), etag: answer.headers.get('etag') }
}
async function slugOf(address: string): Promise<string> {
  const listing = (await (await fetch(`${address}/api/v1/products/product/?page_size=48`)).json()) as {
    results: { data: { sku: string; slug: string; variants: unknown[] }[] }
  }
  return listing.results.data.find((one) => one.sku === sku)?.slug ?? ''
}

test('what npm has kept to itself, because no -- was typed before the command, is not done without', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const typed = ['catalogue', 'remove', sku, '--dry-run']
  const { code, error } = await runProgram(environment, ['npm', 'run', '--silent', 'desk', ...typed])
  expect([code, error]).toEqual([2, expect.stringContaining('npm has kept --dry-run to itself')])
  const { out } = await desk(environment, ...typed)
  expect(out).toContain(sku)
})

test('a command that has no --dry-run or --undo is not done in earnest where npm has kept that to itself', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const { number } = await withAnOrder(environment)
  await desk(environment, 'stock', sku, '40')
  for (const [option, ...words] of [
    ['--dry-run', 'orders', 'cancelled', number],
    ['--undo', 'stock', sku, '+5'],
  ] as const)
    expect(await runProgram(environment, ['npm', 'run', '--silent', 'desk', ...words, option])).toMatchObject(
      { code: 2, out: '', error: expect.stringContaining(`has no ${option}`) },
    )
  expect((await desk(environment, 'orders', 'show', number)).out).toContain('pending')
  expect((await desk(environment, 'stock', sku, '+1')).out).toContain('41 in stock')
})

describe('the desk of a shop that is open', () => {
  let shop: Awaited<ReturnType<typeof openServer>>
  let environment: { DATA_DIR: string }
  beforeAll(async () => {
    environment = { DATA_DIR: dataFolder() }
    shop = await openServer(environment)
  })

  test('works by npm run desk, and the shop shows the change at once', async () => {
    const slug = await slugOf(shop.address)
    const before = await pageOf(shop.address, slug)
    expect(before.html).not.toContain('£4,321.00')

    const priced = await runProgram(environment, [...npmRun, 'price', sku, '4321'])
    expect(priced).toMatchObject({ code: 0, error: '' })
    expect(priced.out).toContain('£4,321.00')
    const after = await pageOf(shop.address, slug)
    expect(after.html).toContain('£4,321.00')
    expect(after.etag).not.toBe(before.etag)

    expect(await desk(environment, 'orders', 'show', 'DMS-AAAAAAAA')).toMatchObject({
      code: 1,
      out: '',
      error: 'Order not found.\n',
    })
    expect(await desk(environment, 'stock', sku)).toMatchObject({ code: 2, out: '' })
    expect((await desk(environment, 'todo')).out).toContain('low in stock')
  })

  test('says what is wrong with a file without the characters in it that control a terminal', async () => {
    const path = join(dataFolder(), 'theirs.json')
    writeFileSync(path, '[\u001b[2J\u009b2J\u202e')
    const said = await desk(environment, 'catalogue', 'import', path)
    expect(said).toMatchObject({ code: 1, error: expect.stringContaining('The file is not JSON') })
    expect(said.error).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
  })

  test('writes and reads files where the jeweller stands, not where npm runs it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'damson-desk-'))
    folders.push(folder)
    const there = `cd "${folder}" && exec npm --prefix "${process.cwd()}" run --silent desk -- "$@"`
    const exported = ['sh', '-c', there, 'desk', 'content', 'show', 'banners', 'mine/banners.json']
    expect(await runProgram(environment, exported)).toMatchObject({ code: 0, error: '' })
    expect(readdirSync(folder, { recursive: true })).toEqual(['mine', join('mine', 'banners.json')])
    const inMine = { ...environment, INIT_CWD: join(folder, 'mine') }
    expect(await desk(inMine, 'content', 'set', 'banners', 'banners.json')).toMatchObject({ code: 0 })
  })

  test.each([
    ['catalogue', 'export', 'all.csv'],
    ['catalogue', 'export', 'all.json'],
    ['content', 'show', 'banners', 'banners.json'],
    ['orders', 'export', 'all.csv'],
    ['newsletter', 'export', 'all.csv'],
  ])('writes over no file that may hold an afternoon’s edits: %s %s %s', async (...words) => {
    const folder = dataFolder()
    const path = join(folder, words.at(-1) ?? '')
    const inFolder = { ...environment, INIT_CWD: folder }
    expect(await desk(inFolder, ...words)).toMatchObject({ code: 0 })
    writeFileSync(path, 'edited')
    expect(await desk(inFolder, ...words)).toEqual({
      code: 1,
      out: '',
      error: `There is a file ${path} already. Give another name.\n`,
    })
    expect(readFileSync(path, 'utf8')).toBe('edited')
  })

  test('writes who reads the newsletter for the jeweller’s eyes alone, also over an earlier list that everybody could read', async () => {
    const path = join(dataFolder(), 'readers.csv')
    const earlier =
      '\uFEFFemail,confirmed_at,leave\r\ngone@example.com,2026-01-01T00:00:00.000Z,https://damson.example\r\n'
    writeFileSync(path, earlier, { mode: 0o644 })
    expect(await desk(environment, 'newsletter', 'export', path)).toMatchObject({ code: 0 })
    expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([
      0o600,
      expect.stringMatching(/^\uFEFFemail,confirmed_at,leave\r\n(?!gone)/),
    ])
  })

  test('gives a catalogue with its pictures, which takes several answers, as one that is closed does', async () => {
    const target = dataFolder()
    const take = async (from: { DATA_DIR: string }, where: string, name = 'all.csv') => {
      const pictures = join(target, where, 'pictures')
      const words = ['catalogue', 'export', join(target, where, name), '--pictures', pictures]
      const said = await desk(from, ...words)
      expect(said).toMatchObject({ code: 0 })
      expect(said.out).toContain(`pictures to ${pictures}.`)
      return readdirSync(pictures, { recursive: true }).filter((name) => String(name).endsWith('.avif'))
    }
    const closed = await take({ DATA_DIR: dataFolder() }, 'closed')
    expect(closed.length).toBeGreaterThan(100)
    expect(await take(environment, 'open')).toHaveLength(closed.length)
    // The next one finds the pictures of the last.
    expect(await take(environment, 'open', 'next.csv')).toHaveLength(closed.length)
  })

  test('says which file it cannot write', async () => {
    const path = join(environment.DATA_DIR, 'lock', 'all.csv')
    expect(await desk(environment, 'catalogue', 'export', path)).toEqual({
      code: 1,
      out: '',
      error: `${path} cannot be written (EEXIST).\n`,
    })
  })

  test('says where there is no room for an import’s pictures until they are sent, and not of each picture', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'damson-desk-'))
    folders.push(folder)
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#804060', noise } })
    writeFileSync(join(folder, 'ring.jpg'), await photo.jpeg().toBuffer())
    const images = [{ image: 'ring.jpg', alt_text: 'A ring', is_default: true }]
    const file = join(folder, 'rings.json')
    writeFileSync(file, JSON.stringify({ products: [{ sku, images }] }))
    const limited = ['sh', '-c', 'ulimit -f 4 && exec "$@"', 'desk', ...deskProgram]
    const noRoom = (where: string, code: string) => ({
      code: 1,
      out: '',
      error: `Pictures cannot be set aside in ${where} until they are sent (${code}). Name another folder in TMPDIR.\n`,
    })
    const full = { ...environment, TMPDIR: folder }
    expect(await runProgram(full, [...limited, 'catalogue', 'import', file])).toEqual(noRoom(folder, 'EFBIG'))
    const missing = join(folder, 'missing')
    expect(await desk({ ...environment, TMPDIR: missing }, 'catalogue', 'import', file)).toEqual(
      noRoom(missing, 'ENOENT'),
    )
  })

  // A disk is full at any size: so is a file that may not be larger than this many blocks.
  test.each([
    ['of a file', 8, (folder: string) => ['catalogue', 'export', join(folder, 'all.csv')]],
    [
      'of the pictures that go with it',
      400,
      (folder: string) => ['catalogue', 'export', join(folder, 'all.csv'), '--pictures', folder],
    ],
  ])('leaves no half %s on a disk that is full, which would keep its name', async (_, blocks, wordsIn) => {
    const folder = mkdtempSync(join(tmpdir(), 'damson-desk-'))
    folders.push(folder)
    const words = wordsIn(folder)
    const limited = ['sh', '-c', `ulimit -f ${blocks} && exec "$@"`, 'desk', ...deskProgram]
    const failed = await runProgram(environment, [...limited, ...words])
    expect(failed).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/ cannot be written \(EFBIG\)\.\n$/),
    })
    expect(await desk(environment, ...words)).toMatchObject({ code: 0, error: '' })
  })

  test('says to whoever stops waiting that the shop may still be doing it', async () => {
    const interrupted = beginningWith(`
      import http from 'node:http'
      import { syncBuiltinESMExports } from 'node:module'
      const { request } = http
      http.request = (...given) =>
        request(...given).once('finish', () => process.kill(process.pid, 'SIGINT'))
      syncBuiltinESMExports()
    `)
    // So that no answer comes first.
    shop.child.kill('SIGSTOP')
    onTestFinished(() => void shop.child.kill('SIGCONT'))
    const said = await desk({ ...environment, NODE_OPTIONS: interrupted }, 'stock', sku, '+1')
    expect(said).toEqual({
      code: 130,
      out: '',
      error: 'The shop may still be doing it. Check whether it was done before trying again.\n',
    })
  })

  test('is not the desk of a copy of its folder, and that changes nothing in the shop', async () => {
    const copy = join(dataFolder(), 'copy')
    cpSync(environment.DATA_DIR, copy, { recursive: true, filter: (path) => !path.endsWith('/socket') })
    expect(await desk({ DATA_DIR: copy }, 'price', sku, '1234')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining(`The data folder ${copy} is in use by process ${shop.child.pid}`),
    })
    expect((await pageOf(shop.address, await slugOf(shop.address))).html).not.toContain('£1,234.00')
  })

  test('has a door that is its owner’s alone, wants its token, and is closed with the shop', async () => {
    const path = join(environment.DATA_DIR, 'desk.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const door = JSON.parse(readFileSync(path, 'utf8')) as { socket: string }
    const socket = resolve(environment.DATA_DIR, door.socket)
    expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700)
    for (const authorization of ['', 'Bearer guessed', 'Bearer ']) {
      const asked = request({ socketPath: socket, method: 'POST', headers: { authorization } })
      asked.end(JSON.stringify({ name: 'todo', input: {} }))
      const [answer] = await once(asked, 'response')
      expect(answer.statusCode).toBe(401)
      answer.resume()
    }
    expect(await shop.stop()).toBe(0)
    expect(() => statSync(path)).toThrow('ENOENT')
  })
})

test('the desk works on a shop that is closed and on one that was killed, also where its folder’s name is too long for a socket', async () => {
  const environment = { DATA_DIR: dataFolder(6) }
  const { number, mails } = await withAnOrder(environment)
  expect(await desk(environment, 'stock', sku, '77')).toMatchObject({ code: 0 })
  const shop = await openServer({ ...environment, PUBLIC_URL: 'https://damson.example' })
  expect(await desk(environment, 'stock', sku, '+1')).toMatchObject({ code: 0 })
  shop.child.kill('SIGKILL')
  await shop.exit
  expect((await desk(environment, 'stock', sku, '+1')).out).toContain('79 in stock')
  // If nothing says where the shop is, the links in its emails are for where it was.
  expect(await desk(environment, 'orders', 'shipped', number, '--tracking', 'RM123')).toMatchObject({
    code: 0,
  })
  expect(await mails()).toContain('https://damson.example/')
})

test.runIf(inject('postgres') !== null)(
  'so do they from the desk of a shop on PostgreSQL, on a machine where that was opened',
  async () => {
    const own = await makeDatabase('postgres')
    try {
      const environment = {
        DATA_DIR: join(dataFolder(), 'of-the-server'),
        DATABASE_URL: own.url,
        SESSION_SECRET: 'x'.repeat(32),
      }
      const { number, mails } = await withAnOrder(environment)
      await (await openServer({ ...environment, PUBLIC_URL: 'https://damson.example' })).stop()
      expect(await desk(environment, 'orders', 'shipped', number, '--tracking', 'RM123')).toMatchObject({
        code: 0,
      })
      expect(await mails()).toContain('https://damson.example/')
    } finally {
      await own.drop()
    }
  },
)

test('the pieces that the desk adds to a shop that is closed are counted before it opens', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const using = async <T>(work: (database: Database) => Promise<T>) => {
    const database = await openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: null })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const look =
    "select count(*)::int as pieces, (select reltuples::int from pg_class where oid = 'products'::regclass) as counted from products"
  await using(({ pool }) => pool.query('analyze'))
  const names = Array.from({ length: 60 }, (_, at) => `opal-ring-${at}`)
  const file = join(dataFolder(), 'opals.json')
  writeFileSync(file, json(...names.map((slug) => ({ ...opal, sku: slug.toUpperCase(), slug }))))
  expect(await desk(environment, 'catalogue', 'import', file)).toMatchObject({ code: 0 })
  const {
    rows: [found],
  } = await using(({ pool }) => pool.query<{ pieces: number; counted: number }>(look))
  expect(found?.pieces).toBeGreaterThan(names.length)
  expect(found?.counted).toBe(found?.pieces)
})

test('the desk makes no shop in a folder where there is none', async () => {
  const folder = join(dataFolder(), 'mistyped')
  for (const words of [['todo'], ['backup', `${folder}.backup`], ['migrate-to', 'postgres://localhost/x']])
    expect(await desk({ DATA_DIR: folder }, ...words)).toEqual({
      code: 1,
      out: '',
      error: `DATA_DIR: there is no shop in ${folder}. Set it to the shop’s own folder, or open the shop first: npm start\n`,
    })
  expect(existsSync(folder)).toBe(false)
})

test.runIf(inject('postgres') !== null)('nor on a server', async () => {
  const folder = join(dataFolder(), 'mistyped')
  const empty = await makeDatabase('template0')
  try {
    const environment = { DATA_DIR: folder, DATABASE_URL: empty.url, SESSION_SECRET: 'x'.repeat(32) }
    expect(await desk(environment, 'todo')).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no shop in the database that DATABASE_URL names.'),
    })
    const database = await openDatabase({ dataDir: folder, databaseUrl: empty.url })
    expect(await appliedMigration(database.db)).toBeNull()
    await database.close()
  } finally {
    await empty.drop()
  }
})

test.each(engines())('nor where a first start or a restore was broken off (%s)', async (engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'damson-desk-'))
  folders.push(dataDir)
  const own = engine === 'postgres' ? await makeDatabase('template0') : null
  const where = { dataDir, databaseUrl: own?.url ?? null }
  try {
    const begun = await openDatabase(where)
    await migrate(begun)
    await begun.close()
    const environment = { DATA_DIR: dataDir, ...(own && { DATABASE_URL: own.url }) }
    expect(await desk({ ...environment, SESSION_SECRET: 'x'.repeat(32) }, 'todo')).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(/here is no shop in .*, or open the shop first: npm start\n$/),
    })
    const left = await openDatabase(where)
    const { rows } = await left.pool.query('select sku from products union all select code from coupons')
    await left.close()
    expect(rows).toEqual([])
  } finally {
    await own?.drop()
  }
})

test('the desk says what to do where its database cannot be reached', async () => {
  const DATABASE_URL = 'postgres://damson@127.0.0.1:9/shop'
  const environment = { DATA_DIR: dataFolder(), DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) }
  const { code, error } = await desk(environment, 'todo')
  expect(code).toBe(1)
  expect(error).toContain('It could not be done: PostgreSQL at 127.0.0.1:9 cannot be reached')
  expect(error).toContain('Start it, or correct DATABASE_URL.')
})

test('a desk whose database fails tells the jeweller what to do, and where it happened only who asks for that', async () => {
  const environment = { DATA_DIR: dataFolder() }
  async function failingWith(state: string, text: string) {
    const database = await openDatabase({ dataDir: environment.DATA_DIR, databaseUrl: null })
    await database.pool.query(
      `create or replace function fail() returns trigger language plpgsql as
        $$begin raise exception '${text}' using errcode = '${state}'; end$$;
      create or replace trigger fail before update on products execute function fail()`,
    )
    await database.close()
  }
  await failingWith('53100', 'could not extend file "base/5/1234": No space left on device')
  expect(await desk(environment, 'stock', sku, '+1')).toEqual({
    code: 1,
    out: '',
    error: 'It could not be done: the disk that DATA_DIR is on is full. Make room on it, and try again.\n',
  })
  await failingWith('XX000', 'cache lookup failed')
  const unforeseen = await desk(environment, 'stock', sku, '+1')
  expect(unforeseen).toMatchObject({ code: 1, out: '' })
  expect(unforeseen.error).toMatch(/\nIt could not be done: cache lookup failed\n$/)
  expect(unforeseen.error).not.toContain('    at ')
  const asked = await desk({ ...environment, LOG_LEVEL: 'debug' }, 'stock', sku, '+1')
  expect(asked.error).toMatch(/^A desk command failed .+"stack":\[" {4}at /)
})

test('the desk of a shop that is closed pays back where the shop was paid', async () => {
  const book: string[] = []
  const gateway: PaymentGateway = {
    ...testGateway(),
    capture: async (attempt) => void book.push(`${attempt} taken`),
    release: async (attempt) => void book.push(`${attempt} let go`),
  }
  const environment = { DATA_DIR: dataFolder() }
  const { number } = await withAnOrder(environment, gateway)
  const call = { name: 'orders cancelled', input: { number, reason: null, hasNotArrived: false } }
  expect(await ask(readDeskConfig(environment), call, gateway)).toMatchObject({ isDone: true })
  const [attempt] = book.map((line) => line.split(' ')[0])
  expect(book).toEqual([`${attempt} taken`, `${attempt} let go`])
})

/** An order in a shop that is closed, and a reader of the last email waiting there. */
async function withAnOrder(
  environment: { DATA_DIR: string; DATABASE_URL?: string },
  gateway?: PaymentGateway,
) {
  const shop = await openShop({
    data: { environment, discard: async () => {} },
    ...(gateway && { gateway }),
  })
  const { id: product_id } = await newPiece(shop)
  const order = await (await readyShopper(shop, [{ product_id }])).checkout()
  await shop.close()
  const mails = async () => {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = environment
    const database = await openDatabase({ dataDir, databaseUrl })
    const { rows } = await database.pool.query('select * from mails order by id desc limit 1')
    await database.close()
    return JSON.stringify(rows)
  }
  return { number: data<Order>(order).order_number, mails }
}
