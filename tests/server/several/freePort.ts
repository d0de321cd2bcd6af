import { isFree } from '../../../tools/isFree.ts'
import { several } from '#tests/server/orders/pieces.ts'

const [lowest, many] = [20_000, 10_000]
/** Each test process looks elsewhere first: between the look and the use of a port another could find it free, too. */
const first = (process.pid % 500) * 20

/** A port followed by so many more free ones, below those that the system assigns by itself. */
export async function freePort(behind: number): Promise<number> {
  for (let passed = 0; passed < many; passed += behind + 1) {
    const port = lowest + ((first + passed) % many)
    const all = await several(behind + 1, (index) => isFree(port + index))
    if (all.every(Boolean)) return port
  }
  throw new Error('No ports are free')
}
