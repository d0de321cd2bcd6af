import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { endServers } from '#tests/support/program.ts'
import { engines, makeData } from '#tests/support/shop.ts'
import { allow, noEnd, startMortal } from './allow.ts'
import { buy } from './crowd.ts'
import { restAMinute } from './rest.ts'
import { closeServer, readBooks, setScene } from './scene.ts'

afterEach(endServers)

/** What became of the money of each attempt, according to the gateway's own book. */
function money(dataDir: string): Map<string, Set<string>> {
  const book = new Map<string, Set<string>>()
  for (const line of readFileSync(join(dataDir, 'gateway'), 'utf8').trim().split('\n')) {
    const [call = '', attempt = ''] = line.split(' ')
    book.set(attempt, (book.get(attempt) ?? new Set()).add(call))
  }
  return book
}

describe.each(engines())('C2 and C3: killed between two steps of a checkout on %s', (engine) => {
  test('the server comes back to one order or none, its payment taken or let go, and the retry to one order', async () => {
    const data = await makeData(engine)
    const dataDir = String(data.environment['DATA_DIR'])
    // As in a real shop, where a first order's email is counted.
    const start = () => startMortal({ ...data.environment, RATE_LIMIT: 'on' })
    const stock = 1_000
    const { ids, buyers } = await setScene(data, [stock, stock], 100, (both) =>
      both.map((product_id) => ({ product_id, quantity: 2 })),
    )
    const [first, ...others] = buyers
    if (first === undefined) throw new Error('Nobody came')

    let server = start()
    const address = await server.opened
    await allow(server, noEnd)
    expect((await buy(address, first)).status).toBe(201)
    const steps = await allow(server, noEnd)
    // The caller, their cart, the start, the gateway's approval, the order, its payment.
    expect(steps).toBeGreaterThanOrEqual(6)
    const boundaries = Array.from({ length: steps }, (_, index) => index + 1)

    let placed = 1
    for (const [index, boundary] of boundaries.entries()) {
      const buyer = others[index]
      if (buyer === undefined) throw new Error('Too few came')
      await allow(server, boundary)
      const answer = await buy(await server.opened, buyer).catch(() => null)
      expect(answer, `after step ${boundary}`).toBe(null)
      expect(await server.exit).toBe(null)
      await restAMinute(engine, data)
      server = start()
      const retry = await buy(await server.opened, buyer)
      expect(retry.status, `after step ${boundary}: ${retry.text}`).toBe(201)
      placed += 1
    }
    await closeServer(server)
    console.log(`C2 on ${engine}: killed after each of ${steps} steps`)

    const { orders, pieces, attempts } = await readBooks(data, ids)
    expect(new Set(orders.map((order) => order.customer_id)).size).toBe(placed)
    expect(orders).toHaveLength(placed)
    for (const { left, sold } of pieces) {
      expect([left, sold]).toEqual([stock - 2 * placed, 2 * placed])
    }
    const book = money(dataDir)
    // Nothing was asked of the gateway that the shop does not know of.
    expect([...book.keys()].filter((attempt) => !attempts.has(attempt))).toEqual([])
    for (const [attempt, status] of attempts) {
      const calls = book.get(attempt)
      // If told the same twice, the gateway does it once; but it is never told both, and also told to let go of what it
      // may not have approved.
      expect([calls?.has('capture'), calls?.has('release')], `${attempt} ${status}`).toEqual(
        status === 'captured' ? [true, false] : [false, true],
      )
    }
    expect([...attempts.values()].filter((status) => status === 'captured')).toHaveLength(placed)
    const letGo = [...book.values()].filter((calls) => calls.has('authorise') && calls.has('release'))
    expect(letGo.length, 'payments that were approved when the server was killed').toBeGreaterThan(0)
    await data.discard()
  })
})
