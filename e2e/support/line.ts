import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'

export type Line = Awaited<ReturnType<typeof openLine>>

/**
 * The line between a browser and the shop, a TCP proxy with an address of its own that can really be cut. What the
 * browser's own emulation does not reach, such as a service worker's requests, ends here as it does in a tunnel.
 */
export async function openLine(shopPort: number) {
  const open = new Set<Socket>()
  let isSilent = false
  /** So many answers to changes of the cart are still to be lost. */
  let toLose = 0
  let server: Server | null = null
  let port = 0

  const join = (browser: Socket) => {
    const shop = isSilent ? null : connect(shopPort, '127.0.0.1')
    for (const socket of [browser, shop]) {
      if (socket === null) continue
      open.add(socket)
      // Either end may go at any time; the other hears of it by its own end.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        browser.destroy()
        shop?.destroy()
      })
    }
    if (shop === null) return
    let isChange = false
    // A browser sends one request after the other on a connection, and the next one after the answer.
    browser.on('data', (sent: Buffer) => {
      const [, method, path = ''] = /^([A-Z]+) (\/\S*) HTTP\/1\.1\r\n/.exec(sent.toString('latin1')) ?? []
      if (method !== undefined) isChange = method !== 'GET' && path.includes('/cart/')
      shop.write(sent)
    })
    shop.on('data', (answer: Buffer) => {
      if (!isChange || toLose === 0) return void browser.write(answer)
      toLose -= 1
      shop.destroy()
    })
  }
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  const listen = async () => {
    server = createServer(join).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address !== null) ({ port } = address)
  }
  /** No connection comes about and those open break off, as when the server is down. */
  const cut = async () => {
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    server = null
    hangUp()
    await closed
  }

  await listen()
  return {
    origin: `http://127.0.0.1:${port}`,
    cut,
    /** The next answers to changes of the cart never arrive, though the shop has done what it was asked for. */
    loseAnswers(count: number) {
      toLose = count
    },
    /** How many of them have not been lost yet. */
    answersToLose: () => toLose,
    /** Connections come about and are never answered: a phone that shows bars and has no line. */
    async silence() {
      isSilent = true
      hangUp()
      if (server === null) await listen()
    },
    async mend() {
      if (isSilent) hangUp()
      isSilent = false
      if (server === null) await listen()
    },
  }
}
