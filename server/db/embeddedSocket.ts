import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** The first byte of what a client says when it goes. Everything else is the database's. */
const terminate = 'X'.charCodeAt(0)

/**
 * Lets clients reach the database by a Unix socket, one at a time: it knows one session only, so whoever comes next is
 * heard once the one before is gone.
 *
 * A statement comes as four or five messages at once. They are given to the database together, and what it says to them
 * is sent back together: one by one, as `pglite-socket` does, each costs a way through the kernel.
 */
export async function listenFor(database: PGlite, path: string): Promise<{ stop: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  let last = Promise.resolve()
  const server = createServer((socket) => {
    sockets.add(socket)
    const before = last
    last = (async () => {
      await before
      await serve(database, socket)
      sockets.delete(socket)
    })()
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await last
    },
  }
}

/** Until the client has gone; what it had begun and not committed is undone. */
async function serve(database: PGlite, socket: Socket): Promise<void> {
  // It has gone while it waited for its turn, and will not say so again.
  if (socket.closed) return
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
  socket.on('data', (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    if (!hasBegun) {
      const greeting = endOf(0)
      if (greeting === null) return
      hasBegun = true
      answer(unread.subarray(0, greeting))
      unread = unread.subarray(greeting)
    }
    let end = 0
    for (let next = endOf(0); next !== null; next = endOf(end)) {
      if (unread[end] === terminate) {
        socket.end()
        break
      }
      end = next
    }
    if (end === 0) return
    answer(unread.subarray(0, end))
    unread = unread.subarray(end)
  })
  await new Promise<void>((resolve) => {
    // A line that breaks is one that is closed.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => resolve())
  })
  if (database.isInTransaction()) await database.exec('rollback')
}
