import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // Being cut off in the middle of a word is one of the answers.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Everything received until the server hangs up, however it does that. */
function heard(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  })
}

/** `status` is null if the server hung up before answering. */
type Answer = { status: number | null; head: string; body: string }

/** Sends this, and nothing more. */
export const say = (port: number, text: string): Promise<Answer> =>
  answerTo(port, (socket) => socket.end(Buffer.from(text, 'latin1')))

/** The same without hanging up: a caller that hangs up is not given an answer that takes a while. */
export const ask = (port: number, text: string): Promise<Answer> =>
  answerTo(port, (socket) => socket.write(Buffer.from(text, 'latin1')))

async function answerTo(port: number, speak: (socket: Socket) => void): Promise<Answer> {
  const socket = await openSocket(port)
  const answered = heard(socket)
  speak(socket)
  const answer = await answered
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
  const end = answer.indexOf('\r\n\r\n')
  return {
    status: status === undefined ? null : Number(status),
    head: answer.slice(0, end),
    body: answer.slice(end + 4),
  }
}

export const login = 'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n'
export const json = 'Content-Type: application/json\r\n'
export const getting = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${more}\r\n`
export const health = '/api/v1/health/'

const begun = [
  `GET ${health} HTTP/1.1\r\nHost: shop\r\nX-Drip: `,
  `${login}${json}Content-Length: 6000\r\n\r\n"`,
] as const

/**
 * Continues a head, or every other time a body, one byte at a time; `told` is the answer, and after how many
 * milliseconds it came.
 */
export async function drip(port: number, index: number) {
  const socket = await openSocket(port)
  const answer = heard(socket)
  const since = performance.now()
  socket.write(begun[index % 2 === 0 ? 0 : 1])
  const dripping = setInterval(() => socket.write('x'), 200)
  const told = answer.then((text) => {
    clearInterval(dripping)
    return { text, after: performance.now() - since }
  })
  return { told }
}
