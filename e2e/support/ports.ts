import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that the system gives away by itself (from 32768 on): a port at which nothing listens for a while, as
// between two releases, would else be given to somebody. And apart from those of other processes that test.
const first = 10_000 + (process.pid % 500) * 40

/** Whether nobody listens there now. */
export const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  const isHeard = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isHeard) return false
  probe.close()
  await once(probe, 'close')
  return true
}

function turns(offset: number, many: number) {
  let turn = 0
  return async (): Promise<number> => {
    for (let tried = 0; tried < many; tried += 1) {
      const port = first + offset + (turn++ % many)
      if (await isFree(port)) return port
    }
    throw new Error('No port is free')
  }
}

/** A port for a shop, also while none of its releases runs. */
export const portForShop = turns(0, 8)

/** A port for a line, also while it is cut; the lines of tests that are over make room for others. */
export const portForLine = turns(8, 32)
