import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './figures.ts'

/** At once, for what is compared with a bare answer. */
export const connections = 20

const endOfHead = '\r\n\r\n'

/** As browsers do. */
const accepted = 'gzip, deflate, br, zstd'

/**
 * A connection that sends one request after another and returns the status of each answer. It parses no more of an
 * answer than where it ends: a load generator that parses it all (300 µs for a page of 19 kB, far more than the server
 * takes) would be what is measured.
 */
export function openLine(server: string, answered: (status: number) => void, failed: (error: Error) => void) {
  const { hostname, port } = new URL(server)
  const always = `host: ${hostname}\r\naccept-encoding: ${accepted}`
  const socket = connect(Number(port), hostname)
  let head = ''
  let status = 0
  let missing = 0
  socket.on('error', failed)
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.toString('latin1')
      const end = head.indexOf(endOfHead)
      if (end < 0) return
      const [, code, length] = /^HTTP\/1\.1 (\d+) [^]*?\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? []
      if (length === undefined) return failed(new Error(head.slice(0, end)))
      status = Number(code)
      missing = Number(length) - (head.length - end - endOfHead.length)
      head = ''
    }
    if (missing <= 0) answered(status)
  })
  return {
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\n${always}${endOfHead}`),
    /** Sends `body`, JSON of ASCII only. */
    send: (path: string, headers: Readonly<Record<string, string>>, body: string) => {
      const others = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      const head = [`POST ${path} HTTP/1.1`, always, ...others, `content-length: ${body.length}`].join('\r\n')
      socket.write(`${head}${endOfHead}${body}`)
    },
    end: () => socket.end(),
  }
}

type Line = Pick<ReturnType<typeof openLine>, 'ask' | 'send'>

type Asked = {
  server: string
  /** The path of the call with this number; numbers let every call be another one. */
  pathOf: (call: number) => string
  connections: number
  seconds: number
}

type AskedAtRate = Omit<Asked, 'pathOf'> & {
  /** Makes the call with this number, from 1. */
  call: (line: Line, number: number) => void
  /** Calls a second. */
  rate: number
}

/**
 * Calls on so many connections, on each again as soon as it is answered; returns answers per second and the slowest of
 * a hundred in milliseconds.
 * @throws if an answer has a status other than 200 or no length
 */
export async function ask({ server, pathOf, connections, seconds }: Asked) {
  const took: number[] = []
  let calls = 0
  let isOver = false
  const failure = Promise.withResolvers<never>()

  const lanes = Array.from({ length: connections }, () => {
    const ended = Promise.withResolvers<void>()
    let asked = 0
    const next = () => {
      if (isOver) {
        line.end()
        return ended.resolve()
      }
      asked = performance.now()
      return line.ask(pathOf((calls += 1)))
    }
    const answered = (status: number) => {
      if (status !== 200) return failure.reject(new Error(`An answer with status ${status}`))
      took.push(performance.now() - asked)
      return next()
    }
    const line = openLine(server, answered, failure.reject)
    next()
    return ended.promise
  })

  const begun = performance.now()
  await Promise.race([pause(seconds * 1_000), failure.promise])
  const rate = took.length / ((performance.now() - begun) / 1_000)
  isOver = true
  await Promise.race([Promise.all(lanes), failure.promise])
  return { rate, p99: percentile(took, 0.99) }
}

type AskedMeanwhile = Pick<Asked, 'server' | 'pathOf'> & {
  until: Promise<unknown>
  /** Milliseconds from one answer to the next call. */
  between?: number
}

/**
 * Calls one after the other until `until` has resolved, and returns the milliseconds of each. The one under way at that
 * moment is waited for: it may be the one that was held up.
 * @throws if an answer has a status other than 200 or no length, or if `until` rejects
 */
export async function askUntil({ server, pathOf, until, between = 0 }: AskedMeanwhile): Promise<number[]> {
  const took: number[] = []
  const failure = Promise.withResolvers<never>()
  let answer = Promise.withResolvers<number>()
  let isOver = false
  const ended = until.then(() => (isOver = true)).catch(failure.reject)
  const line = openLine(server, (status) => answer.resolve(status), failure.reject)
  while (!isOver) {
    answer = Promise.withResolvers<number>()
    const begun = performance.now()
    line.ask(pathOf(took.length + 1))
    const status = await Promise.race([answer.promise, failure.promise])
    if (status !== 200) throw new Error(`An answer with status ${status}`)
    took.push(performance.now() - begun)
    await pause(between)
  }
  await ended
  line.end()
  return took
}

/**
 * Sends so many calls per second, evenly spaced, however soon the answers come; a call waits here while all connections
 * are in use. Returns the status of each answer and its milliseconds, counted from when the call was due, so that no
 * delay of the server's or of this process's is left out.
 * @throws when an answer has no length
 */
export async function askAtRate({ server, call, connections, seconds, rate }: AskedAtRate) {
  const answers: { status: number; took: number }[] = []
  const failure = Promise.withResolvers<never>()
  const due: number[] = []
  const all = Array.from({ length: connections }, () => {
    let asked = 0
    const answered = (status: number) => {
      answers.push({ status, took: performance.now() - asked })
      idle.push(send)
    }
    const line = openLine(server, answered, failure.reject)
    const send = (at: number, number: number) => {
      asked = at
      call(line, number)
    }
    return { send, end: line.end }
  })
  const idle = all.map(({ send }) => send)

  const begun = performance.now()
  const most = Math.round(rate * seconds)
  let made = 0
  let asked = 0
  while (answers.length < most) {
    const now = performance.now()
    for (; made < most && begun + (made * 1_000) / rate <= now; made += 1)
      due.push(begun + (made * 1_000) / rate)
    for (let send = idle.pop(); send !== undefined; send = idle.pop()) {
      const at = due.shift()
      if (at === undefined) {
        idle.push(send)
        break
      }
      send(at, (asked += 1))
    }
    await Promise.race([pause(1), failure.promise])
  }
  const duration = (performance.now() - begun) / 1_000
  for (const { end } of all) end()
  return { answers, duration }
}
