import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { endServers, startServer } from '#tests/support/program.ts'
import { rounds } from '#tests/support/rounds.ts'
import { engines, makeData } from '#tests/support/shop.ts'
import { type Buyer, buy } from './crowd.ts'
import { restAMinute } from './rest.ts'
import { closeServer, oneOfEach, readBooks, setScene } from './scene.ts'

afterEach(endServers)

const kills = rounds(2, 25)
const crowdSize = rounds(60, 200)
/** How often to repeat with a shop of its own: for a night, two hundred kills in all. */
const repeats = rounds(0, 7)

/** Sends an order again, each second for as long as a server that has just started is bringing the first one to an end. */
async function sendAgain(address: string, buyer: Buyer) {
  for (; ; await pause(1_000)) {
    const answer = await buy(address, buyer)
    if (answer.code !== 'idempotency_in_progress') return answer
  }
}

describe.each(engines())(`C1: kill -9 during ${crowdSize} checkouts on %s`, (engine) => {
  test(
    `${kills} times, loses no order that was confirmed and leaves none half made`,
    { repeats },
    async () => {
      const data = await makeData(engine)
      const few = (kills * crowdSize) / 10
      // More rounds if a kill came too early or too late.
      const most = 3 * kills
      // Enough for everybody: only the one that is to sell out may.
      const stock = 4 * most * crowdSize
      const { ids, buyers: everybody } = await setScene(
        data,
        // One that sells out, so that some orders are refused.
        [stock, stock, stock, few],
        most * crowdSize,
        (of, index) => [
          ...of.slice(0, 1 + (index % 3)).map((id) => ({ product_id: id, quantity: 1 + (index % 4) })),
          ...(index % 5 === 0 ? oneOfEach(of.slice(-1)) : []),
        ],
      )

      const confirmed = new Map<string, string>()
      const soldOut = ids.at(-1)
      let server = startServer(data.environment)
      // Kills that broke some checkouts off after others had been confirmed.
      let shown = 0
      for (let round = 0; shown < kills && round < most; round += 1) {
        const buyers = everybody.slice(round * crowdSize, (round + 1) * crowdSize)
        const address = await server.opened
        const lastAnswer = rounds(8 + 12 * (round % 4), randomInt(1, crowdSize - 1))
        let answers = 0
        let broken = 0
        let orders = 0
        await Promise.all(
          buyers.map(async (buyer) => {
            const answer = await buy(address, buyer).catch(() => null)
            if (answer === null) {
              broken += 1
              return
            }
            // With so many at once the shop may also be so busy that it answers 'try again'.
            expect([201, 402, 409, 503]).toContain(answer.status)
            if (answer.order_number !== undefined) {
              confirmed.set(buyer.id, answer.order_number)
              orders += 1
            }
            answers += 1
            // Some moment while orders are under way; the answers do not show which.
            if (answers === lastAnswer)
              setTimeout(() => server.child.kill('SIGKILL'), rounds(7, Math.random() * 20))
          }),
        )
        expect(await server.exit).toBe(null)
        if (broken > 0 && orders > 0) shown += 1

        await restAMinute(engine, data)
        server = startServer(data.environment)
        const again = await server.opened
        for (const buyer of buyers) {
          const { status, order_number, code, isReplay, text } = await sendAgain(again, buyer)
          const before = confirmed.get(buyer.id)
          const repeated = before === undefined ? [order_number, isReplay] : [before, true]
          expect([order_number, isReplay]).toEqual(repeated)
          const isTooLate =
            code === 'out_of_stock' && buyer.basket.some(({ product_id }) => product_id === soldOut)
          expect(status, text).toBe(isTooLate ? 409 : 201)
          if (order_number !== undefined) confirmed.set(buyer.id, order_number)
        }
      }
      await closeServer(server)
      expect(shown, 'kills that broke some checkouts off after others had been confirmed').toBe(kills)

      const { orders, pieces } = await readBooks(data, ids)
      expect(new Map(orders.map((order) => [order.customer_id, order.order_number]))).toEqual(confirmed)
      const basketsOf = new Map(everybody.map((buyer) => [buyer.id, buyer.basket]))
      for (const { customer_id, basket } of orders) expect(basket).toEqual(basketsOf.get(customer_id))
      expect(orders).toHaveLength(confirmed.size)
      for (const { left, sold } of pieces.slice(0, -1)) expect(left + sold).toBe(stock)
      expect(pieces.at(-1)).toMatchObject({ left: 0, sold: few })
      await data.discard()
    },
  )
})
