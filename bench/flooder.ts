import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'

// The load generator of `flood.ts`, in a process of its own: `node bench/flooder.ts PORT LOGINS SECONDS`. A real flood
// comes from other machines, so this process yields to the shop, and it reads no more of an answer than it must.
const [port = 0, logins = 0, seconds = 0] = process.argv.slice(2).map(Number)
/** A refused caller returns this soon, whatever `Retry-After` says: a program that means harm does not wait. */
const impatience = 100

setPriority(19)
const statuses = new Map<string, number>()
const end = Date.now() + seconds * 1_000

function login(): string {
  const email = `nobody-${randomUUID()}@example.com`
  const body = JSON.stringify({ email, password: 'plum-stone-7' })
  const head = [
    `POST ${apiRoot}${paths.login} HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** One after the other on a connection of its own, which the shop may end with any answer. */
function keepLoggingIn(): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = () => {
      let read = ''
      let isAnswered = false
      const socket = connect(port, '127.0.0.1', () => socket.write(login()))
      const next = () => {
        if (Date.now() > end) return void socket.destroy()
        if (socket.writable) socket.write(login())
      }
      socket.on('data', (piece: Buffer) => {
        read += piece.toString('latin1')
        const head = read.indexOf('\r\n\r\n')
        const length = Number(/^content-length: (\d+)/im.exec(read)?.[1])
        if (head < 0 || read.length < head + 4 + length) return
        const status = read.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        read = ''
        isAnswered = true
        if (status === '401') next()
        else setTimeout(next, impatience)
      })
      socket.on('error', reject)
      socket.on('close', () => {
        if (!isAnswered) reject(new Error('A login was not answered'))
        else if (Date.now() > end) resolve()
        else setTimeout(open, impatience)
      })
    }
    open()
  })
}

await Promise.all(Array.from({ length: logins }, keepLoggingIn))
console.log([...statuses].map(([status, count]) => `${count} answered ${status}`).join(', '))
