import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, openShop } from '#tests/support/shop.ts'
import { faults, ordersBy, pieces } from './audit.ts'
import { buy, crowd } from './crowd.ts'
import { openPort } from '#tests/support/openPort.ts'

/** A connection to the server on which requests arrive and answers never do: it is cut when one comes. */
async function openDeafLine(port: number) {
  const line = createServer((caller) => {
    const onward = connect(port, '127.0.0.1')
    caller.pipe(onward)
    for (const end of [caller, onward]) end.on('error', () => undefined)
    onward.once('data', () => {
      caller.destroy()
      onward.destroy()
    })
  })
  return { address: `http://127.0.0.1:${await openPort(line)}`, close: () => line.close() }
}

const many = rounds(50, 200)

describe.each(engines())('R3: on %s', (engine) => {
  test(`of ${many} checkouts whose answer was lost, sent again under their keys, each is one order`, async () => {
    const shop = await openShop({ engine })
    const stock = 1_000
    const { id } = await newPiece(shop, { stock })
    const buyers = await crowd(shop, many, () => [{ product_id: id, quantity: 1 }])
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    const line = await openDeafLine(port)

    for (let start = 0; start < many; start += 10) {
      const lost = await Promise.allSettled(
        buyers.slice(start, start + 10).map((buyer) => buy(line.address, buyer)),
      )
      expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']))
    }
    line.close()
    // On a very busy machine the lost answer may have said that the shop is busy.
    const placed = new Set((await ordersBy(shop.db)).map(({ customer_id }) => customer_id))
    expect(placed.size).toBeGreaterThan(many / 2)
    for (const buyer of buyers) {
      const [again, once_more] = [
        await buy(`http://127.0.0.1:${port}`, buyer),
        await buy(`http://127.0.0.1:${port}`, buyer),
      ]
      expect([again.status, again.isReplay]).toEqual([201, placed.has(buyer.id)])
      expect(once_more).toEqual({ ...again, isReplay: true })
    }
    expect(new Set((await ordersBy(shop.db)).map(({ customer_id }) => customer_id)).size).toBe(many)
    expect(await ordersBy(shop.db)).toHaveLength(many)
    expect(await pieces(shop.db, [id])).toEqual([{ id, left: stock - many, sold: many }])
    expect(await faults(shop.db, { isRecovered: true })).toEqual({})
    await shop.close()
  })
})
