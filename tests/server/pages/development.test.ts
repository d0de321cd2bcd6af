import { Script } from 'node:vm'
import { expect, it } from 'vitest'
import { registerDevelopment } from '#server/pages/development.ts'
import { openShop } from '#tests/support/shop.ts'

it('pages from the sources take the place of those that the built shop’s worker has kept', async () => {
  const shop = await openShop()
  try {
    await registerDevelopment(shop.app)
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
