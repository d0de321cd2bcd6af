import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { startPostgres } from '../../../tools/postgres.ts'
import { several } from '#tests/server/orders/pieces.ts'
import { eventually } from '#tests/support/eventually.ts'
import { patiently } from '#tests/support/patiently.ts'
import { endServers, openServer, startServer } from '#tests/support/program.ts'
import { testSecret } from '#tests/support/shop.ts'
import { makeTemplate } from '#tests/support/template.ts'
import { type Buyer, buy } from './crowd.ts'
import { restAMinute } from './rest.ts'
import { closeServer, oneOfEach, readBooks, setScene } from './scene.ts'

const undo: (() => void)[] = []
afterEach(async () => {
  await endServers()
  for (const work of undo.splice(0).toReversed()) work()
})

const restarts = 10
const shoppers = 20
const buyersThere = 6_000
/** How many orders are placed before the crash and after the recovery, and how many calls are refused meanwhile. */
const between = 30

/** A PostgreSQL for this test alone, with the demo catalogue. */
async function ownPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'damson-restarts-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = startPostgres()
  if (postgres === null) throw new Error('C10 was not shown: there is no PostgreSQL here')
  undo.push(postgres.stop)
  await makeTemplate(folder, postgres.url)
  const environment: Record<string, string> = {
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    RATE_LIMIT: 'off',
    SESSION_SECRET: testSecret,
  }
  return { ...postgres, data: { environment, discard: async () => undefined } }
}

describe.runIf(inject('postgres') !== null)('C10: a PostgreSQL that crashes and is started again', () => {
  test(`${restarts} times during checkouts loses none that was confirmed, and the shop sells again by itself`, async () => {
    const { start, crash, data } = await ownPostgres()
    const stock = 2 * buyersThere
    const { ids, buyers } = await setScene(data, [stock], buyersThere, oneOfEach)
    const { address, stop } = await openServer(data.environment)

    const confirmed = new Map<string, string>()
    const wrong: string[] = []
    let isOver = false
    let next = 0
    const refused: Buyer[] = []
    const shop = async () => {
      for (let buyer = buyers[next++]; buyer !== undefined && !isOver; buyer = buyers[next++]) {
        const { status, order_number, text } = await buy(address, buyer)
        if (order_number !== undefined) confirmed.set(buyer.id, order_number)
        if (status === 503) refused.push(buyer)
        else if (status !== 201) wrong.push(`${status} ${text}`)
      }
    }
    const counts = { orders: () => confirmed.size, refusals: () => refused.length }
    const all = several(shoppers, shop)
    const more = async (of: keyof typeof counts) => {
      const before = counts[of]()
      await eventually(() => expect(counts[of]() - before >= between || wrong.length > 0).toBe(true))
    }
    for (let restart = 0; restart < restarts; restart += 1) {
      await more('orders')
      crash()
      await more('refusals')
      start()
    }
    await more('orders')
    isOver = true
    await all
    expect(wrong).toEqual([])
    expect(await stop()).toBe(0)
    console.log(`C10: ${confirmed.size} orders, ${refused.length} refused`)

    // What was in progress at the crash is finished by the next server; whoever was refused tries there once more.
    await restAMinute('postgres', data)
    const last = startServer(data.environment)
    const reopened = await last.opened
    for (const buyer of refused) {
      const { status, order_number = '', text } = await patiently(() => buy(reopened, buyer))
      expect(status, text).toBe(201)
      confirmed.set(buyer.id, order_number)
    }
    await closeServer(last)
    const { orders, pieces } = await readBooks(data, ids)
    expect(new Map(orders.map((one) => [one.customer_id, one.order_number]))).toEqual(confirmed)
    expect(orders).toHaveLength(confirmed.size)
    expect(pieces).toMatchObject([{ left: stock - orders.length, sold: orders.length }])
  })
})
