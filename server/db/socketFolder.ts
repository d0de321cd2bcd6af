import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The longest address of a socket is 107 bytes on Linux, 103 elsewhere. */
const longestAddress = 100

/** The address of the socket called `name` in the data folder, null where it is too long to be one. */
export function socketInside(dataDir: string, name: string): string | null {
  const socket = join(dataDir, 'socket', name)
  return Buffer.byteLength(socket) <= longestAddress ? socket : null
}

/** A folder only we may enter, in the data folder unless the address of the socket called `name` would be too long there. */
export function socketFolder(dataDir: string, name: string): { folder: string; discard: () => void } {
  if (socketInside(dataDir, name) !== null) {
    const inside = join(dataDir, 'socket')
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    // A copied or restored folder may have come back with other rights.
    chmodSync(inside, 0o700)
    return { folder: inside, discard: () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'damson-'))
  return { folder, discard: () => rmSync(folder, { recursive: true, force: true }) }
}
