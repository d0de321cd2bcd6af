import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** The first byte of what a client says when it goes. Everything else is the database's. */
const terminate = 'X'.charCodeAt(0)

/** The first bytes of what ends a statement: a sync, or a query that is all of it. */
const endings = new Set(['S', 'Q'].map((letter) => letter.charCodeAt(0)))

type Client = { proceed: () => void }

/** The client whose turn it is, and all clients, in the order they came. */
type Room = { holder: Client | null; clients: Set<Client> }

/**
 * Lets clients reach the database over a Unix socket. The database has only one session, so a statement, or a
 * transaction once it is begun, finishes before another client is served.
 *
 * A statement arrives as four or five messages at once. They are passed to the database together, and its replies are
 * sent back together: one by one, as in `pglite-socket`, each costs a trip through the kernel.
 */
export async function listenFor(database: PGlite, path: string): Promise<{ stop: () => Promise<void> }> {
  const served = new Map<Socket, Promise<void>>()
  const room: Room = { holder: null, clients: new Set() }
  const server = createServer((socket) => {
    served.set(
      socket,
      serve(database, socket, room).finally(() => served.delete(socket)),
    )
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    stop: async () => {
      for (const socket of served.keys()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(served.values())
    },
  }
}

/** Hears whoever waits, as long as it is nobody's turn. */
function hearOthers(room: Room): void {
  for (const client of room.clients) {
    if (room.holder !== null) return
    client.proceed()
  }
}

/** Until the client has gone; what it had begun and not committed is undone. */
async function serve(database: PGlite, socket: Socket, room: Room): Promise<void> {
  let unread: Buffer = Buffer.alloc(0)
  let hasBegun = false

  const answer = (messages: Uint8Array) => {
    socket.cork()
    // The database's own memory, which it writes to again: hence the copy.
    const onRawData = (data: Uint8Array) => socket.write(Buffer.from(data))
    // It is done when this returns; the promise is that of a sync, which files of the system do not need.
    void database.execProtocolRawStream(messages, { syncToFs: false, onRawData })
    socket.uncork()
  }
  /** Where the message ends that begins at `start`; null when it is not all there. */
  const endOf = (start: number): number | null => {
    // The first message of all has no letter before its length.
    const length = start + (hasBegun ? 1 : 0)
    if (unread.length < length + 4) return null
    const end = length + unread.readInt32BE(length)
    return unread.length < end ? null : end
  }
  /** The database has answered all that is whole up to here. */
  const give = (end: number) => {
    answer(unread.subarray(0, end))
    unread = unread.subarray(end)
  }
  const client: Client = {
    proceed: () => {
      if (room.holder !== null && room.holder !== client) return
      if (!hasBegun) {
        const greeting = endOf(0)
        if (greeting === null) return
        give(greeting)
        hasBegun = true
      }
      let [last, end] = [0, 0]
      for (let next = endOf(0); next !== null; next = endOf(end)) {
        if (unread[end] === terminate) {
          socket.end()
          break
        }
        ;[last, end] = [end, next]
      }
      if (end === 0) return
      const isWhole = endings.has(unread[last] ?? 0)
      give(end)
      room.holder = isWhole && !database.isInTransaction() ? null : client
    },
  }
  room.clients.add(client)
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    client.proceed()
    hearOthers(room)
  })
  await new Promise<void>((resolve) => {
    // A line that breaks is one that is closed.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => resolve())
  })
  room.clients.delete(client)
  if (room.holder !== client) return
  await database.exec('rollback')
  room.holder = null
  hearOthers(room)
}
