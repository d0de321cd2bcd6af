import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { hasNginx } from '../../../tools/nginx.ts'
import { buy } from '#tests/server/crashes/crowd.ts'
import { restAMinute } from '#tests/server/crashes/rest.ts'
import { closeServer, oneOfEach, readBooks, setScene } from '#tests/server/crashes/scene.ts'
import { freePort } from '#tests/server/several/freePort.ts'
import { eventually } from '#tests/support/eventually.ts'
import { patiently } from '#tests/support/patiently.ts'
import { type Program, endServers, startServer } from '#tests/support/program.ts'
import { makeData } from '#tests/support/shop.ts'

let cluster: Program | null = null
afterEach(async () => {
  // On its own: killed, it would leave its servers and nginx running.
  cluster?.child.kill('SIGTERM')
  await cluster?.exit
  cluster = null
  await endServers()
})

const servers = 3
/** Each places one order after another. */
const shoppers = 6
const buyersThere = 3_000
const kills = 3
/** How many orders are placed before the next event, and after the last one. */
const between = 60

/**
 * Calls as browsers do: again where a connection that was kept turns out to be closed before there is a word of the
 * answer. nginx closes those that are idle when it reads its configuration anew, and a call may just be on its way.
 */
async function onKeptConnection<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (
        !(error instanceof TypeError && error.message === 'fetch failed' && isOfKeptConnection(error.cause))
      )
        throw error
    }
  }
}

const SocketFailure = v.object({ socket: v.object({ bytesRead: v.pipe(v.number(), v.minValue(1)) }) })
const isOfKeptConnection = (cause: unknown) => v.is(SocketFailure, cause)

/** The scripts and styles of a page. */
async function filesOf(address: string): Promise<string[]> {
  const page = await (await fetch(`${address}/`)).text()
  return [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
}

describe.runIf(inject('postgres') !== null)('three servers behind nginx', () => {
  test(`while ${kills} are killed, all are restarted and nginx reads its configuration anew, sell each order once, and no call fails`, async () => {
    if (!hasNginx())
      throw new Error('M3 was not shown: nginx is not installed. On Debian: apt-get install nginx-light')
    const data = await makeData('postgres')
    const stock = 2 * buyersThere
    const { ids, buyers } = await setScene(data, [stock], buyersThere, oneOfEach)
    const port = await freePort(servers)
    const running = startServer(
      data.environment,
      'tools/cluster.ts',
      `--processes=${servers}`,
      `--port=${port}`,
    )
    cluster = running
    await running.says('The shop is open at')
    const address = `http://127.0.0.1:${port}`
    const files = await eventually(() => filesOf(address))
    expect(files.length).toBeGreaterThan(1)
    const said = (words: RegExp) => [...running.said.out.matchAll(words)]
    const started = () => said(/server on port \d+, process (\d+)/g).map(([, pid]) => Number(pid))

    const confirmed = new Map<string, string>()
    const wrong: string[] = []
    let isOver = false
    let next = 0
    /** Places orders, repeating each until it is told that there is one. */
    const shop = async () => {
      while (!isOver) {
        // A buyer whose order exists already gets the same answer once more.
        const buyer = buyers[next++ % buyersThere]
        if (buyer === undefined) throw new Error('Nobody came')
        for (let status = 0; status !== 201;) {
          const answer = await patiently(() => onKeptConnection(() => buy(address, buyer))).catch(
            (error: unknown) => {
              // Such as nginx's own page, when none of the servers answered.
              wrong.push(String(error))
            },
          )
          if (!answer) return
          ;({ status } = answer)
          const { order_number = '' } = answer
          // For a key sent to a server that died: it is released within a minute.
          if (![201, 409].includes(status)) wrong.push(`${status} ${answer.text}`)
          if (wrong.length > 0) return
          if (status !== 201) continue
          if ((confirmed.get(buyer.id) ?? order_number) !== order_number)
            wrong.push(`${order_number} beside ${confirmed.get(buyer.id)}`)
          confirmed.set(buyer.id, order_number)
        }
      }
    }
    let looked = 0
    /** Requests files, bypassing nginx's cache. */
    const look = async () => {
      while (!isOver && wrong.length === 0) {
        const file = files[looked % files.length]
        const answer = await onKeptConnection(() => fetch(`${address}${file}?${looked++}`))
        await answer.arrayBuffer()
        if (answer.status !== 200) wrong.push(`${answer.status} ${file}`)
      }
    }
    const isIdle = () => isOver || wrong.length > 0
    const some = async () => {
      const before = next
      await eventually(() => expect(isIdle() || next - before >= between).toBe(true))
    }
    const all = Promise.all([...Array.from({ length: shoppers }, shop), look()])

    for (let kill = 0; kill < kills; kill += 1) {
      await some()
      const alive = started().slice(-servers)
      process.kill(alive[0] ?? Number.NaN, 'SIGKILL')
      await eventually(() => expect(started()).toHaveLength(servers + kill + 1))
    }
    await some()
    running.child.kill('SIGUSR2')
    await running.says('All have been restarted.')
    await some()
    const [, folder = ''] = /nginx, below (\S+)/.exec(running.said.out) ?? []
    process.kill(Number(readFileSync(join(folder, 'nginx.pid'), 'utf8')), 'SIGHUP')
    await some()
    isOver = true
    await all
    expect(wrong).toEqual([])
    console.log(`M3: ${next} checkouts, ${confirmed.size} orders, ${looked} files`)
    await closeServer(running)

    await restAMinute('postgres', data)
    const last = startServer(data.environment)
    await last.opened
    await closeServer(last)
    const { orders, pieces } = await readBooks(data, ids)
    expect(new Map(orders.map((one) => [one.customer_id, one.order_number]))).toEqual(confirmed)
    expect(orders).toHaveLength(confirmed.size)
    expect(pieces).toMatchObject([{ left: stock - confirmed.size, sold: confirmed.size }])
    await data.discard()
  })
})
