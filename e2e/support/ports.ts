import { isFree } from '../../tools/isFree.ts'

// Below those that the system assigns by itself (from 32768 on): a port that is unused for a while, as between two
// releases, would otherwise be given to another program. And apart from those of other test processes.
const first = 10_000 + (process.pid % 500) * 40

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

/** A port for a shop, reserved even while none of its releases runs. */
export const portForShop = turns(0, 8)

/** A port for a line, reserved even while it is cut; those of tests that are over are reused. */
export const portForLine = turns(8, 32)
