import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { portForLine } from './ports.ts'

export type Line = Awaited<ReturnType<typeof openLine>>

/** How far one request and its answer get. */
type Fate = 'whole' | 'lost on the way there' | 'lost on the way back' | 'broken off'

/**
 * Three requests in ten are lost, one in each of the possible ways. A browser resends a lost one by itself if it may;
 * one whose answer is cut off is the shop's to resend.
 */
const badly: readonly Fate[] = Array.from({ length: 10 }, (_one, index) => {
  if (index === 3) return 'broken off'
  if (index === 6) return 'lost on the way there'
  return index === 9 ? 'lost on the way back' : 'whole'
})

/** Answers everything in the shop's place: a captive portal, a proxy whose server is gone. */
export type Stranger = { status: string; html: string }

/** When the line is to be cut: so many changes to what is at `to` are let through first. */
type Cutting = { to: string; after: number; end: 'request' | 'answer'; done: () => void }

const cart = '/cart/'

/**
 * The line between a browser and the shop, a TCP proxy with an address of its own that can really be cut. What the
 * browser's own emulation does not reach, such as a service worker's requests, ends here as it does in a tunnel.
 */
export async function openLine(shopPort: number) {
  const open = new Set<Socket>()
  let manner: 'fair' | 'bad' | 'silent' | Stranger = 'fair'
  // So that the first change is one whose answer is cut off.
  const requests = { reads: 0, changes: 2 }
  let losses = 0
  const passed: string[] = []
  let cutting: Cutting | null = null
  let withheld: { path: string; done: () => void } | null = null
  let still: RegExp | null = null
  let server: Server | null = null
  const port = await portForLine()

  /** Cuts the line, if this is where it is to be cut. */
  const isCutWith = (end: Cutting['end']): boolean => {
    if (cutting?.end !== end || cutting.after > 0) return false
    void cut().then(cutting.done)
    cutting = null
    return true
  }
  const fateOfNext = (kind: keyof typeof requests): Fate => {
    if (manner !== 'bad') return 'whole'
    requests[kind] += 1
    const fate = badly[requests[kind] % badly.length] ?? 'whole'
    if (fate !== 'whole') losses += 1
    return fate
  }

  const join = (browser: Socket) => {
    const isOurs = manner === 'fair' || manner === 'bad'
    const shop = isOurs ? connect(shopPort, '127.0.0.1') : null
    for (const socket of [browser, shop]) {
      if (socket === null) continue
      open.add(socket)
      // Either end may fail at any time; the other learns of it when its own ends.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        browser.destroy()
        shop?.destroy()
      })
    }
    const stranger = typeof manner === 'object' ? manner : null
    if (stranger !== null) browser.once('data', () => browser.end(pageOf(stranger)))
    if (shop === null) return
    let isCounted = false
    let fate: Fate = 'whole'
    // A browser sends one request at a time on a connection, and the next one after the answer.
    browser.on('data', (sent: Buffer) => {
      const [, method, path = ''] = /^([A-Z]+) (\/\S*) HTTP\/1\.1\r\n/.exec(sent.toString('latin1')) ?? []
      if (method !== undefined) {
        passed.push(path)
        if (path === withheld?.path) return withheld.done()
        if (still?.test(path)) {
          // The shop hangs up on whoever asks for nothing; on such a line nobody would hear of it.
          shop.removeAllListeners('close')
          return
        }
        const changes = (what: string) => method !== 'GET' && path.includes(what)
        fate = fateOfNext(changes(cart) ? 'changes' : 'reads')
        isCounted = cutting !== null && changes(cutting.to)
        if (isCounted && cutting) cutting.after -= 1
        if (isCounted && isCutWith('request')) return
      }
      if (fate === 'lost on the way there') browser.destroy()
      else shop.write(sent)
    })
    shop.on('data', (answer: Buffer) => {
      if (fate === 'lost on the way back' || (isCounted && isCutWith('answer'))) return void browser.destroy()
      if (fate !== 'broken off') return void browser.write(answer)
      browser.write(answer.subarray(0, -1), () => browser.destroy())
    })
  }
  const hangUp = () => {
    for (const socket of open) socket.destroy()
  }
  const listen = async () => {
    server = createServer(join).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** New connections fail and open ones are cut off, as when the server is down. */
  const cut = async () => {
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    server = null
    hangUp()
    await closed
  }
  /** Existing connections are cut off, unless the line stays as it is. */
  const become = async (next: typeof manner) => {
    if (next !== manner) hangUp()
    manner = next
    if (server === null) await listen()
  }

  await listen()
  return {
    origin: `http://127.0.0.1:${port}`,
    cut,
    /**
     * Cuts the line at a change to the cart, or to what is at `to`, the `which`th from here on: either when it was
     * sent, and the shop never receives it, or when it was answered, and only the shop knows that it was done. Resolves
     * once the line is cut.
     */
    cutWith: (end: Cutting['end'], which = 1, to = cart) =>
      new Promise<void>((done) => {
        cutting = { to, end, after: which, done }
      }),
    /** Requests for this path are never answered. Resolves once one has arrived. */
    withhold: (path: string) =>
      new Promise<void>((done) => {
        withheld = { path, done }
      }),
    /**
     * Requests for such paths are never answered, and keep their connections. From the next call on, new ones are by
     * what it says.
     */
    standStill: (paths: RegExp | null) => {
      still = paths
    },
    /** Three requests in ten are lost. */
    worsen() {
      manner = 'bad'
    },
    /** The paths of all requests so far, with their queries. */
    passed: (): readonly string[] => passed,
    /** How many were lost so far. */
    losses: () => losses,
    /** Connections are accepted and never answered: a phone that shows bars and has no network. */
    silence: () => become('silent'),
    /** Every request is answered, by somebody who is not the shop. */
    leadTo: (stranger: Stranger) => become(stranger),
    async mend() {
      if (manner !== 'bad') return become('fair')
      manner = 'fair'
    },
  }
}

function pageOf({ status, html }: Stranger): string {
  const length = Buffer.byteLength(html)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: text/html',
    `content-length: ${length}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${html}`
}
