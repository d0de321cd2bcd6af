import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasCode } from '../process/failure.ts'
import { versionedAddress } from './addresses.ts'

/** The folder of the pictures from which all sizes are made, as `<name>.avif`. */
const mastersFolder = fileURLToPath(new URL('../../catalogue/pictures', import.meta.url))

/** The part of a picture's content hash that its address carries: eight hexadecimal digits. */
export const contentHash = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

/** The address of a master's pictures; it is given as the demo's files name it, `rings/oval-1.avif`. */
export async function masterAddress(image: string, folder: string = mastersFolder): Promise<string> {
  const hash = contentHash(await readFile(join(folder, image)))
  return versionedAddress(image.replace(/\.avif$/, ''), hash)
}

export type Master = { content: () => Promise<Buffer>; hash: string }

/**
 * Only such names can lead nowhere outside the masters' folder: no dots, no empty parts, nothing but the characters that
 * masters' names have.
 */
export const isMasterName = (name: string): boolean => /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(name)

const known = new Map<string, { hash: string; modified: number; size: number }>()

/** The master of a picture's name such as `rings/oval-1`; null when there is none, whatever the name looks like. */
export async function findMaster(name: string): Promise<Master | null> {
  if (!isMasterName(name)) return null
  const path = join(mastersFolder, `${name}.avif`)
  const content = () => readFile(path)
  try {
    const { mtimeMs: modified, size } = await stat(path)
    const before = known.get(path)
    if (before?.modified === modified && before.size === size) return { content, hash: before.hash }
    const hash = contentHash(await content())
    known.set(path, { hash, modified, size })
    return { content, hash }
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENAMETOOLONG')) return null
    throw error
  }
}
