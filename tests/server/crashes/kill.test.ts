import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { endServers, startServer } from '#tests/support/program.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makeData, openShop } from '#tests/support/shop.ts'
import { faults, ordersBy, pieces } from './audit.ts'
import { type BasketLine, buy, crowd } from './crowd.ts'
import { restAMinute } from './rest.ts'

afterEach(endServers)

const kills = rounds(2, 25)
const crowdSize = rounds(60, 200)

describe.each(engines())('C1: kill -9 on %s', (engine) => {
  test(
    `during ${crowdSize} checkouts, ${kills} times, loses no order that was confirmed and leaves none half made`,
    { timeout: rounds(300_000, 1_800_000) },
    async () => {
      const data = await makeData(engine)
      let shop = await openShop({ data })
      const stock = 10_000
      const ids: number[] = []
      while (ids.length < 3) ids.push((await newPiece(shop, { stock })).id)
      // One that runs out, so that some are refused in the midst of it.
      const rare = (await newPiece(shop, { stock: (kills * crowdSize) / 10 })).id
      const basketOf = (index: number): BasketLine[] => [
        ...ids.slice(0, 1 + (index % 3)).map((product_id) => ({ product_id, quantity: 1 + (index % 4) })),
        ...(index % 5 === 0 ? [{ product_id: rare, quantity: 1 }] : []),
      ]
      const everybody = await crowd(shop, kills * crowdSize, basketOf)
      await shop.close()

      const confirmed = new Map<string, string>()
      let server = startServer(data.environment)
      for (let round = 0; round < kills; round += 1) {
        const buyers = everybody.slice(round * crowdSize, (round + 1) * crowdSize)
        const address = await server.opened
        const lastAnswer = randomInt(1, crowdSize - 1)
        let answers = 0
        await Promise.all(
          buyers.map(async (buyer) => {
            const answer = await buy(address, buyer).catch(() => null)
            if (answer === null) return
            // So many at once may also be told that the shop is very busy.
            expect([201, 409, 503]).toContain(answer.status)
            if (answer.order_number !== undefined) confirmed.set(buyer.id, answer.order_number)
            answers += 1
            // Some moment in the midst of it; which one is not to be told from the answers.
            if (answers === lastAnswer) setTimeout(() => server.child.kill('SIGKILL'), Math.random() * 20)
          }),
        )
        expect(await server.exit).toBe(null)

        await restAMinute(engine, data)
        server = startServer(data.environment)
        const again = await server.opened
        for (const buyer of buyers) {
          const { status, order_number, isReplay } = await buy(again, buyer)
          const before = confirmed.get(buyer.id)
          expect([201, 409]).toContain(status)
          const expected = before === undefined ? [order_number, isReplay] : [before, true]
          expect([order_number, isReplay]).toEqual(expected)
          if (order_number !== undefined) confirmed.set(buyer.id, order_number)
        }
      }
      server.child.kill('SIGTERM')
      expect(await server.exit).toBe(0)

      shop = await openShop({ data })
      expect(await faults(shop.db, { isRecovered: true })).toEqual({})
      const orders = await ordersBy(shop.db)
      expect(new Map(orders.map((order) => [order.customer_id, order.order_number]))).toEqual(confirmed)
      const basketsOf = new Map(everybody.map((buyer) => [buyer.id, buyer.basket]))
      for (const { customer_id, basket } of orders) expect(basket).toEqual(basketsOf.get(customer_id))
      expect(orders).toHaveLength(confirmed.size)
      for (const { left, sold } of await pieces(shop.db, ids)) expect(left + sold).toBe(stock)
      expect(await pieces(shop.db, [rare])).toMatchObject([{ left: 0, sold: (kills * crowdSize) / 10 }])
      await shop.close()
      await data.discard()
    },
  )
})
