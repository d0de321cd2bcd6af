import { once } from 'node:events'
import { type Server, type Socket, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { hearOfChanges, onShopChanged } from '#server/changes.ts'
import { openPort } from '#tests/support/openPort.ts'

let server: Server | null = null
afterEach(() => {
  vi.useRealTimers()
  server?.close()
  server = null
})

/** A server that answers as PostgreSQL might; its address. */
async function listening(answer: (socket: Socket) => void): Promise<string> {
  server = createServer(answer)
  return `postgres://shop@127.0.0.1:${await openPort(server)}/shop`
}

/** A message of the protocol: its letter, its length, its content. */
const message = (letter: string, said: Buffer): Buffer => {
  const head = Buffer.alloc(5, letter)
  head.writeInt32BE(said.length + 4, 1)
  return Buffer.concat([head, said])
}
const welcome = message('R', Buffer.alloc(4))
const refused = message('E', Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0'))
const listens = message('C', Buffer.from('LISTEN\0'))
const ready = message('Z', Buffer.from('I'))

test('a standby, which lets nobody listen, is left with no connection', async () => {
  const gone = Promise.withResolvers<unknown>()
  const databaseUrl = await listening((socket) => {
    gone.resolve(once(socket, 'close'))
    socket.once('data', () => {
      socket.write(Buffer.concat([welcome, ready]))
      socket.once('data', () => socket.write(Buffer.concat([refused, ready])))
    })
    socket.resume()
  })
  await expect(hearOfChanges(databaseUrl)).rejects.toThrow('during recovery')
  await gone.promise
})

test('whoever is let in reads everything anew: a change made before it listened was told to nobody', async () => {
  const databaseUrl = await listening((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([welcome, ready]))
      socket.once('data', () => socket.write(Buffer.concat([listens, ready])))
    })
  })
  let told = 0
  const ignore = onShopChanged(() => void (told += 1))
  const { stop } = await hearOfChanges(databaseUrl)
  expect(told).toBe(1)
  ignore()
  await stop()
})

test('a database that takes the call and says nothing is not waited for longer than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const called = Promise.withResolvers<unknown>()
  const databaseUrl = await listening((socket) => called.resolve(once(socket, 'data')))
  const heard = hearOfChanges(databaseUrl)
  await called.promise
  vi.advanceTimersByTime(10_000)
  await expect(heard).rejects.toThrow('timeout')
})

test('nor one that lets them in and says nothing to what is asked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<unknown>()
  const databaseUrl = await listening((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([welcome, ready]))
      socket.once('data', asked.resolve)
    })
  })
  const heard = hearOfChanges(databaseUrl)
  await asked.promise
  vi.advanceTimersByTime(10_000)
  await expect(heard).rejects.toThrow('timeout')
})
