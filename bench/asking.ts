import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const endOfHead = '\r\n\r\n'

type Asked = {
  server: string
  /** The path of the call with this number; numbers let every call be another one. */
  pathOf: (call: number) => string
  connections: number
  seconds: number
}

/**
 * Asks on so many connections, on each again as soon as it is answered; gives answers a second and the slowest of a
 * hundred in milliseconds. Reads no more of an answer than where it ends: `autocannon` needs 300 µs for a page of 19 kB,
 * far more than the server, and would be what is measured.
 * @throws when an answer is none with status 200 and a length
 */
export async function ask({ server, pathOf, connections, seconds }: Asked) {
  const { hostname, port } = new URL(server)
  const took: number[] = []
  let calls = 0
  let isOver = false
  const failure = Promise.withResolvers<never>()

  const lanes = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname)
    const ended = Promise.withResolvers<void>()
    let asked = 0
    let head = ''
    let missing = 0
    const next = () => {
      if (isOver) {
        socket.end()
        return ended.resolve()
      }
      asked = performance.now()
      const path = pathOf((calls += 1))
      return socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br${endOfHead}`)
    }
    socket.on('connect', next)
    socket.on('error', failure.reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf(endOfHead)
        if (end < 0) return
        const length = /^HTTP\/1\.1 200 [^]*?\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
        if (length === undefined) return failure.reject(new Error(head.slice(0, end)))
        missing = Number(length) - (head.length - end - endOfHead.length)
        head = ''
      }
      if (missing > 0) return
      took.push(performance.now() - asked)
      next()
    })
    return ended.promise
  })

  const begun = performance.now()
  await Promise.race([pause(seconds * 1_000), failure.promise])
  const rate = took.length / ((performance.now() - begun) / 1_000)
  isOver = true
  await Promise.race([Promise.all(lanes), failure.promise])
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
  return { rate, p99 }
}
