import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientFolder } from '#server/pages/folders.ts'
import { keepAssets } from '#server/pages/keptAssets.ts'
import { registerPages } from '#server/pages/register.ts'
import { openShop } from '#tests/support/shop.ts'

const day = 24 * 60 * 60_000
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'damson-assets-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Starts a release with these files so many days after the first one; returns the names that are kept. */
async function start(files: string[], afterDays: number): Promise<string[]> {
  const assets = join(root, 'dist')
  rmSync(assets, { recursive: true, force: true })
  mkdirSync(assets)
  for (const name of files) writeFileSync(join(assets, name), `this is ${name}`)
  const kept = await keepAssets(assets, join(root, 'kept'), Date.UTC(2026, 0, 1) + afterDays * day)
  const there = readdirSync(join(root, 'kept')).filter((name) => name !== 'builds.json')
  expect([...kept].sort()).toEqual(there.sort())
  return there
}

describe('files of earlier builds', () => {
  it('are kept for three builds, however long ago they were served', async () => {
    await start(['a-1.js', 'react.js'], 0)
    await start(['a-2.js', 'react.js'], 100)
    await start(['a-3.js', 'react.js'], 200)
    expect(await start(['a-4.js', 'react.js'], 300)).toEqual([
      'a-1.js',
      'a-2.js',
      'a-3.js',
      'a-4.js',
      'react.js',
    ])
    expect(await start(['a-5.js', 'react.js'], 400)).toEqual([
      'a-2.js',
      'a-3.js',
      'a-4.js',
      'a-5.js',
      'react.js',
    ])
  })

  it('are kept for a week after they were last served, however many builds there were', async () => {
    for (let build = 1; build <= 10; build += 1) await start([`a-${build}.js`], build / 10)
    expect(await start(['a-11.js'], 2)).toHaveLength(11)
    // Builds 8 to 10 are the last three; the others were served more than a week ago.
    expect(await start(['a-11.js'], 8.5)).toEqual(['a-10.js', 'a-11.js', 'a-8.js', 'a-9.js'])
  })

  it('count as served until the next build took over, not from their start', async () => {
    await start(['a-1.js'], 0)
    for (let build = 2; build <= 6; build += 1) await start([`a-${build}.js`], 30 + build / 10)
    expect(readdirSync(join(root, 'kept'))).toContain('a-1.js')
  })

  it('are the ones of a build that comes back, too', async () => {
    await start(['a-1.js'], 0)
    await start(['a-2.js'], 1)
    expect(await start(['a-1.js'], 2)).toEqual(['a-1.js', 'a-2.js'])
    expect(readFileSync(join(root, 'kept/a-1.js'), 'utf8')).toBe('this is a-1.js')
  })

  it('are made whole by a start of their build, where a power cut has left half of one or nothing', async () => {
    await start(['a-1.js', 'b-1.js'], 0)
    writeFileSync(join(root, 'kept/a-1.js'), '')
    writeFileSync(join(root, 'kept/b-1.js'), 'this is')
    await start(['a-1.js', 'b-1.js'], 0)
    expect(readFileSync(join(root, 'kept/a-1.js'), 'utf8')).toBe('this is a-1.js')
    expect(readFileSync(join(root, 'kept/b-1.js'), 'utf8')).toBe('this is b-1.js')
  })

  it('are not promised when they are lost', async () => {
    await start(['a-1.js', 'b-1.js'], 0)
    rmSync(join(root, 'kept/a-1.js'))
    expect(await start(['a-2.js'], 1)).toEqual(['a-2.js', 'b-1.js'])
  })

  it('survive a list that cannot be read', async () => {
    await start(['a-1.js'], 0)
    writeFileSync(join(root, 'kept/builds.json'), '[{"files":')
    expect(await start(['a-2.js'], 1)).toEqual(['a-2.js'])
  })
})

describe('the server', () => {
  it('still serves a file of an earlier build, and says in plain text that one is gone', async () => {
    const shop = await openShop()
    try {
      mkdirSync(join(shop.dataDir, 'assets'), { recursive: true })
      writeFileSync(join(shop.dataDir, 'assets/old-12345678.js'), 'export const old = true')
      const builds = [{ files: ['old-12345678.js'], servedAt: Date.now() - 30 * day }]
      writeFileSync(join(shop.dataDir, 'assets/builds.json'), JSON.stringify(builds))
      await registerPages(shop.app, shop.config)

      const old = await shop.app.inject({ url: '/assets/old-12345678.js' })
      expect(old.statusCode).toBe(200)
      expect(old.body).toBe('export const old = true')
      expect(old.headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      for (const name of ['gone-12345678.js', 'builds.json', '..%2fbuilds.json']) {
        const gone = await shop.app.inject({ url: `/assets/${name}` })
        expect(gone.statusCode, name).toBe(404)
        expect(gone.headers['content-type'], name).not.toContain('html')
      }
    } finally {
      await shop.close()
    }
  })

  it('serves also its own build’s files from there, so that the next one may be made while it is open', async () => {
    const shop = await openShop()
    try {
      await registerPages(shop.app, shop.config)
      const name = readdirSync(join(clientFolder, 'assets')).find((file) => file.endsWith('.js')) ?? ''
      writeFileSync(join(shop.dataDir, 'assets', name), 'export const kept = true')
      const { body, headers } = await shop.app.inject({ url: `/assets/${name}` })
      expect(body).toBe('export const kept = true')
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    } finally {
      await shop.close()
    }
  })

  it('sends the worker so that browsers ask for it again each time, and cheaply', async () => {
    const shop = await openShop()
    try {
      await registerPages(shop.app, shop.config)
      const worker = await shop.app.inject({ url: '/sw.js' })
      expect(worker.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/javascript; charset=utf-8',
      })
      const again = await shop.app.inject({
        url: '/sw.js',
        headers: { 'if-none-match': String(worker.headers['etag']) },
      })
      expect(again.statusCode).toBe(304)
    } finally {
      await shop.close()
    }
  })
})
