import { Agent, request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openHolder } from '#tests/support/holder.ts'
import { metric, metricsToken } from '#tests/support/metrics.ts'
import { endServers, startServer } from '#tests/support/program.ts'
import { engines, makeData } from '#tests/support/shop.ts'
import type { Buyer } from './crowd.ts'
import { oneOfEach, readBooks, setScene } from './scene.ts'

afterEach(endServers)

const inFlight = 200
/**
 * Few, and the other calls are cheap: what is not answered within eight seconds is cut off, however busy the machine.
 */
const checkouts = 10
/** How long the server may take from SIGTERM to its end, in milliseconds. */
const patience = 10_000

describe.each(engines())('C7: SIGTERM on %s', (engine) => {
  test(`with ${inFlight} calls unanswered answers every one, then ends, and nobody gets in any more`, async () => {
    const data = await makeData(engine)
    const { ids, buyers } = await setScene(data, [1_000], checkouts, oneOfEach)
    const server = startServer({ ...data.environment, METRICS_TOKEN: metricsToken })
    const address = await server.opened
    const holder = await openHolder(data.environment)

    const agent = new Agent({ keepAlive: true, maxSockets: inFlight, maxFreeSockets: inFlight })
    let answered = 0
    const ask = (path: string, buyer: Buyer | undefined, isOrder: boolean) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${address}${apiRoot}${path}`, {
          agent,
          method: isOrder ? 'POST' : 'GET',
          headers: {
            authorization: `Bearer ${buyer?.token}`,
            'content-type': 'application/json',
            ...(isOrder && { 'idempotency-key': buyer?.key }),
          },
        })
        sent.on('error', reject)
        sent.on('response', (answer) => {
          answer.resume().on('end', () => {
            answered += 1
            resolve(answer.statusCode ?? 0)
          })
        })
        sent.end(isOrder ? JSON.stringify(buyer?.order) : undefined)
      })

    await holder.hold()
    const asked = Array.from({ length: inFlight }, (_, index) => {
      const buyer = buyers[index % checkouts]
      return index < checkouts ? ask(paths.checkout, buyer, true) : ask(paths.addresses, buyer, false)
    })
    await eventually(async () =>
      expect(await metric(address, 'damson_own_reads{')).toBe(inFlight - checkouts),
    )
    const unanswered = inFlight - answered
    const told = performance.now()
    server.child.kill('SIGTERM')
    await server.says('Closing')
    await holder.letGo()
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => (index < checkouts ? 201 : 200)))
    expect(await server.exit).toBe(0)
    const took = performance.now() - told
    console.log(`C7 on ${engine}: ${unanswered} unanswered, at its end after ${Math.round(took)} ms`)
    expect(unanswered).toBe(inFlight)
    expect(took).toBeLessThanOrEqual(patience)
    await expect(fetch(`${address}${apiRoot}${paths.health}`)).rejects.toThrow('fetch failed')
    agent.destroy()

    expect((await readBooks(data, ids)).orders).toHaveLength(checkouts)
    await data.discard()
  })
})
