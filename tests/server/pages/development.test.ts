import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { registerDevelopment } from '#server/pages/development.ts'
import { openShop } from '#tests/support/shop.ts'

it('pages from the sources take the place of those that the built shop’s worker has kept', async () => {
  const shop = await openShop()
  try {
    await registerDevelopment(shop.app, shop.config)
    const worker = await shop.app.inject({ url: '/sw.js' })
    expect(worker.statusCode).toBe(200)
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    })
    // Read as the browser does, which takes a script and no module.
    expect(() => new Script(worker.body)).not.toThrow()
    expect(worker.body).toContain('caches.delete(')
    expect(worker.body).toContain('registration.unregister()')
  } finally {
    await shop.close()
  }
})

it('what is in a data folder below the project is sent to nobody, this shop’s or another’s', async () => {
  // As free in its names as an owner is: these characters mean something in a pattern.
  const outer = mkdtempSync(join('node_modules', '.damson (dev) [1]-'))
  const shop = await openShop()
  try {
    const dataDir = resolve(outer, 'ours')
    const secrets = ['ours/session-secret', 'ours/outbox/1.eml', '.data/session-secret']
    for (const folder of ['ours/outbox', '.data']) mkdirSync(join(outer, folder), { recursive: true })
    for (const path of [...secrets, 'tls.key', 'plain.txt']) writeFileSync(join(outer, path), 'plum-stone')
    await registerDevelopment(shop.app, { dataDir })
    const ask = async (path: string) => (await shop.app.inject({ url: encodeURI(path) })).body
    expect(await ask(`/${outer}/plain.txt`)).toBe('plum-stone')
    for (const secret of [...secrets, 'tls.key'])
      for (const path of [`/${join(outer, secret)}`, `/@fs${resolve(outer, secret)}`])
        for (const query of ['', '?raw', '?import&raw', '?inline', '?import&url&inline']) {
          const answer = await ask(path + query)
          expect(answer, path + query).not.toContain('plum-stone')
          expect(answer, path + query).not.toContain(btoa('plum-stone').slice(0, -2))
        }
  } finally {
    await shop.close()
    rmSync(outer, { recursive: true, force: true })
  }
})

it('each of two shops that are developed at once tells its own pages what has changed', async () => {
  const shops = [await openShop(), await openShop()]
  try {
    for (const { app, config } of shops) {
      await registerDevelopment(app, config)
      await app.listen({ port: 0, host: '127.0.0.1' })
    }
    for (const { app } of shops) {
      const { port } = app.server.address() as AddressInfo
      const script = await (await fetch(`http://127.0.0.1:${port}/@vite/client`)).text()
      // Otherwise the page would ask there, and not at the address that it is from.
      expect(/const hmrPort = (.+);/.exec(script)?.[1]).toBe('null')
      const [, token = ''] = /const wsToken = "([^"]+)"/.exec(script) ?? []
      const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${token}`, 'vite-hmr')
      const [event] = await once(socket, 'message')
      expect(JSON.parse((event as MessageEvent<string>).data)).toEqual({ type: 'connected' })
    }
  } finally {
    // With pages that still listen.
    for (const shop of shops) await shop.close()
  }
})
