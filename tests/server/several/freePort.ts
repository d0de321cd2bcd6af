import { isFree } from '../../../e2e/support/ports.ts'
import { several } from '#tests/server/orders/pieces.ts'

/** A port followed by so many more free ones, below those that the system assigns by itself. */
export async function freePort(behind: number): Promise<number> {
  for (let port = 20_000; port < 30_000; port += behind + 1) {
    const all = await several(behind + 1, (index) => isFree(port + index))
    if (all.every(Boolean)) return port
  }
  throw new Error('No ports are free')
}
