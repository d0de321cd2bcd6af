import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the pictures lie from which all sizes are made, as `<name>.avif`. */
export const mastersFolder = fileURLToPath(new URL('../../catalogue/pictures', import.meta.url))

/** The part of a picture's content hash that its address carries: eight hexadecimal digits. */
export const contentHash = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 8)

/**
 * The address of a master such as `rings/oval-1.avif`: `/pictures/rings/oval-1?v=1a2b3c4d`. A changed picture gets
 * another address, so that each may be kept for ever. `&w=` asks for a width.
 */
export async function pictureAddress(image: string, folder: string = mastersFolder): Promise<string> {
  const hash = contentHash(await readFile(join(folder, image)))
  return `/pictures/${image.replace(/\.avif$/, '')}?v=${hash}`
}
