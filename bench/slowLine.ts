import { type Socket, connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openPort } from '../tests/support/openPort.ts'

/** Milliseconds there and back, and kilobits a second. */
type Shape = { roundTrip: number; down: number; up: number }

/**
 * A line to a server with one bandwidth for all connections, including a worker's; the browser's own emulation gives
 * each connection the full bandwidth. A new connection costs a round trip. TCP slow start is left out: what is under
 * way on such a line fits into its first window.
 */
export async function openSlowLine(serverPort: number, { roundTrip, down, up }: Shape) {
  const carried = { bytes: 0 }

  /** One direction, shared by all connections: when it is free again, by `performance.now()`. */
  const direction = (kilobits: number) => {
    let freeAt = 0
    return (bytes: number) => {
      freeAt = Math.max(performance.now(), freeAt) + (bytes * 8) / kilobits
      return freeAt
    }
  }
  const towardsBrowser = direction(down)
  const towardsShop = direction(up)

  async function carry(
    from: Socket,
    to: Socket,
    reserve: (bytes: number) => number,
    note: (bytes: number) => void,
  ) {
    let arrived = Promise.resolve()
    for await (const sent of from.iterator({ destroyOnReturn: false })) {
      const data: Buffer = sent
      // In packets, so that connections take turns.
      for (let start = 0; start < data.length; start += 1460) {
        const packet = data.subarray(start, start + 1460)
        const sentAt = reserve(packet.length)
        note(packet.length)
        arrived = arrived.then(async () => {
          await until(sentAt + roundTrip / 2)
          to.write(packet)
        })
        await until(sentAt)
      }
    }
    await arrived
  }
  const server = createServer((browser) => {
    const shop = connect(serverPort, '127.0.0.1')
    const hangUp = () => {
      browser.destroy()
      shop.destroy()
    }
    for (const end of [browser, shop]) end.setNoDelay(true).on('error', hangUp).on('close', hangUp)
    void pause(roundTrip)
      .then(() => carry(browser, shop, towardsShop, () => undefined))
      .then(hangUp, hangUp)
    carry(shop, browser, towardsBrowser, (bytes) => (carried.bytes += bytes)).then(hangUp, hangUp)
  })
  const port = await openPort(server)
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** What the line has carried so far. */
    carried,
    close: () => server.close(),
  }
}

const until = (moment: number) => pause(Math.max(0, moment - performance.now()))
