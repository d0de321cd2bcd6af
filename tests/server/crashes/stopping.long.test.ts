import { Agent, request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { endServers, startServer } from '#tests/support/program.ts'
import { engines, makeData } from '#tests/support/shop.ts'
import { oneOfEach, readBooks, setScene } from './scene.ts'

afterEach(endServers)

const inFlight = 200
/** Few, and the others cheap: what is not answered within eight seconds is cut, on however busy a machine. */
const checkouts = 10

describe.each(engines())('C7: SIGTERM on %s', (engine) => {
  test(`with ${inFlight} calls in flight answers every one, then ends, and nobody gets in any more`, async () => {
    const data = await makeData(engine)
    const { ids, buyers } = await setScene(data, [1_000], checkouts, oneOfEach)
    const server = startServer(data.environment)
    const address = await server.opened

    const agent = new Agent({ keepAlive: true, maxSockets: inFlight, maxFreeSockets: inFlight })
    const ask = (path: string, buyer?: (typeof buyers)[number]) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${address}${apiRoot}${path}`, {
          agent,
          method: buyer ? 'POST' : 'GET',
          headers: buyer
            ? {
                authorization: `Bearer ${buyer.token}`,
                'content-type': 'application/json',
                'idempotency-key': buyer.key,
              }
            : {},
        })
        sent.on('error', reject)
        sent.on('response', (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        })
        sent.end(buyer && JSON.stringify(buyer.order))
      })
    const all = <T>(make: (index: number) => T): T[] =>
      Array.from({ length: inFlight }, (_, index) => make(index))

    // So that each of them has its connection, which the server has taken, before it is told to stop.
    await Promise.all(all(() => ask(paths.health)))
    const asked = all((index) => {
      const buyer = buyers[index]
      return buyer ? ask(paths.checkout, buyer) : ask(paths.health)
    })
    await Promise.race(asked)
    server.child.kill('SIGTERM')
    const answers = await Promise.all(asked)
    expect(answers).toEqual(all((index) => (index < checkouts ? 201 : 200)))
    expect(await server.exit).toBe(0)
    await expect(fetch(`${address}${apiRoot}${paths.health}`)).rejects.toThrow('fetch failed')
    agent.destroy()

    expect((await readBooks(data, ids)).orders).toHaveLength(checkouts)
    await data.discard()
  })
})
