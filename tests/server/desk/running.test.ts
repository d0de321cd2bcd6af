import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'

// Each starts several programs, one after another.
vi.setConfig({ testTimeout: 120_000 })

const running: ChildProcess[] = []
const folders: string[] = []

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
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

function start(program: string[], environment: Record<string, string>) {
  const [name = '', ...words] = program
  const child = spawn(name, words, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { child, said, closed }
}

async function startShop(environment: Record<string, string>) {
  const shop = start(['node', 'server/main.ts'], environment)
  while (!shop.said.out.includes('Damson is open at')) await once(shop.child.stdout, 'data')
  const address = /Damson is open at (\S+)/.exec(shop.said.out)?.[1] ?? ''
  return { ...shop, address }
}

const npmRun = ['npm', 'run', '--silent', 'desk', '--']

/** What `npm run desk` runs, without npm's own second. */
async function desk(environment: Record<string, string>, ...words: string[]) {
  return run(environment, ['node', 'server/desk/main.ts', ...words])
}
async function run(environment: Record<string, string>, program: string[]) {
  const { closed, said } = start(program, environment)
  return { code: await closed, ...said }
}

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

test('npm run desk works on a running shop, which shows the change at once', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const shop = await startShop(environment)
  const slug = await slugOf(shop.address)
  const before = await pageOf(shop.address, slug)
  expect(before.html).not.toContain('£4,321.00')

  const priced = await run(environment, [...npmRun, 'price', sku, '4321'])
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

test('the desk’s door is its owner’s alone, wants its token, and is closed with the shop', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const shop = await startShop(environment)
  const path = join(environment.DATA_DIR, 'desk.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const { socket } = JSON.parse(readFileSync(path, 'utf8')) as { socket: string }
  expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700)
  for (const authorization of ['', 'Bearer guessed', 'Bearer ']) {
    const asked = request({ socketPath: socket, method: 'POST', headers: { authorization } })
    asked.end(JSON.stringify({ name: 'todo', input: {} }))
    const [answer] = await once(asked, 'response')
    expect(answer.statusCode).toBe(401)
    answer.resume()
  }
  shop.child.kill('SIGTERM')
  expect(await shop.closed).toBe(0)
  expect(() => statSync(path)).toThrow('ENOENT')
})

test('the desk works on a shop that is closed, and on one that was killed', async () => {
  const environment = { DATA_DIR: dataFolder() }
  expect(await desk(environment, 'stock', sku, '77')).toMatchObject({ code: 0 })
  const shop = await startShop(environment)
  shop.child.kill('SIGKILL')
  await shop.closed
  expect(await desk(environment, 'stock', sku, '+1')).toMatchObject({ code: 0 })
  expect((await desk(environment, 'stock', sku, '+1')).out).toContain('79 in stock')
})

test('a catalogue with its pictures, which takes several answers, comes from a shop that is closed or open', async () => {
  const environment = { DATA_DIR: dataFolder() }
  const target = dataFolder()
  const take = async (where: string) => {
    const pictures = join(target, where, 'pictures')
    const said = await desk(
      environment,
      'catalogue',
      'export',
      join(target, where, 'all.csv'),
      '--pictures',
      pictures,
    )
    expect(said).toMatchObject({ code: 0 })
    expect(said.out).toContain(`pictures to ${pictures}.`)
    return readdirSync(pictures, { recursive: true }).filter((name) => String(name).endsWith('.avif')).length
  }
  const closed = await take('closed')
  expect(closed).toBeGreaterThan(100)
  await startShop(environment)
  expect(await take('open')).toBe(closed)
})

test('a data folder whose name is too long for a socket has a desk all the same', async () => {
  const environment = { DATA_DIR: dataFolder(6) }
  await startShop(environment)
  expect(await desk(environment, 'stock', sku, '5')).toMatchObject({ code: 0 })
})

test.runIf(inject('postgres') !== null)(
  'on a PostgreSQL server every running shop hears of a change',
  async () => {
    const { openShop } = await import('#tests/support/shop.ts')
    const own = await openShop({ engine: 'postgres' })
    try {
      const environment = {
        DATA_DIR: own.dataDir,
        DATABASE_URL: own.config.databaseUrl ?? '',
        SESSION_SECRET: own.config.sessionSecret,
      }
      const shops = await Promise.all([startShop(environment), startShop(environment)])
      const slug = await slugOf(shops[0].address)
      for (const { address } of shops) await pageOf(address, slug)
      expect(await desk(environment, 'price', sku, '4321')).toMatchObject({ code: 0, error: '' })
      // They hear of it a moment after the desk has ended. Without hearing, a page would stay as it is for half a minute.
      const changed = Date.now()
      for (const { address } of shops) while (!(await pageOf(address, slug)).html.includes('£4,321.00'));
      expect(Date.now() - changed).toBeLessThan(20_000)
      for (const { child, closed } of shops) {
        child.kill('SIGTERM')
        expect(await closed).toBe(0)
      }
    } finally {
      await own.close()
    }
  },
)
