import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // Being cut off in the middle of a word is one of the answers.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** All that comes back until the server has hung up, however it does that. */
export function heard(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  })
}

/** `status` is null where the server hung up before its answer was there. */
type Answer = { status: number | null; body: string }

/** Says this, and nothing more. */
export const say = (port: number, text: string): Promise<Answer> =>
  answerTo(port, (socket) => socket.end(Buffer.from(text, 'latin1')))

/** The same without hanging up: whoever hangs up is not waited for by an answer that takes a while. */
export const ask = (port: number, text: string): Promise<Answer> =>
  answerTo(port, (socket) => socket.write(Buffer.from(text, 'latin1')))

async function answerTo(port: number, speak: (socket: Socket) => void): Promise<Answer> {
  const socket = await openSocket(port)
  const answered = heard(socket)
  speak(socket)
  const answer = await answered
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
  return {
    status: status === undefined ? null : Number(status),
    body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  }
}
