import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { certainlyPrivateFolder } from '../process/privateFolder.ts'

/** The longest address of a socket is 107 bytes on Linux, 103 elsewhere. */
const longestAddress = 100

/** The address of the socket called `name` in the data folder, null if it is too long to be one. */
export function socketInside(dataDir: string, name: string): string | null {
  const socket = join(dataDir, 'socket', name)
  return fits(socket) ? socket : null
}

const fits = (socket: string) => Buffer.byteLength(socket) <= longestAddress

/**
 * A folder only we may enter, in the data folder unless the address of the socket called `name` would be too long
 * there.
 * @throws {ConfigError} if it would be too long in the folder for temporary files as well
 */
export function socketFolder(dataDir: string, name: string): { folder: string; discard: () => void } {
  if (socketInside(dataDir, name) !== null) {
    return { folder: certainlyPrivateFolder(join(dataDir, 'socket')), discard: () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'damson-'))
  const discard = () => rmSync(folder, { recursive: true, force: true })
  if (fits(join(folder, name))) return { folder, discard }
  discard()
  throw new ConfigError(
    `DATA_DIR: ${dataDir} is too long for the address of a socket, and so is TMPDIR, ${tmpdir()}. Please set a shorter one.`,
  )
}
