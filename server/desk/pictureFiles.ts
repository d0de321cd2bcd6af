import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join } from 'node:path'
import sharp from 'sharp'
import { slugOf } from '../catalogue/pieceRecord.ts'
import type { PieceRecord } from '../catalogue/pieceRecord.ts'
import type { Db } from '../db/db.ts'
import { pictureName } from '../pictures/addresses.ts'
import { findAnyMaster, importedFolder } from '../pictures/imported.ts'
import type { NewPicture } from '../pictures/imported.ts'
import { contentHash } from '../pictures/masters.ts'
import { Refusal } from './command.ts'
import type { NewFile } from './command.ts'
import { pictureFetcher } from './pictureFetcher.ts'
import { enoughAtOnce } from './sentPictures.ts'

const largest = 20 * 1024 * 1024
/** As wide or high as a master is at most; the widest that is ever shown is 1920. */
const longestSide = 2000
/** Below this a picture would be blurred on the screens that are in use. */
const shortestSide = 400
/**
 * So many million pixels can be read: more than any camera's picture has. A file of a few kilobytes may say that it has
 * a thousand times as many, and decoding them would take the machine's memory from the shop. An AVIF takes up to
 * 19 bytes for each, the others 5.
 */
const mostPixels = { avif: 40, others: 120 }

/**
 * Gives what a picture's file contains, by its address on the web or its path, below one of `folders`. @throws {Error}
 * from the function, which says why there is none
 */
export function pictureSource(folders: readonly string[]): (reference: string) => Promise<Buffer> {
  const fetched = pictureFetcher(largest)
  return (reference) =>
    /^https?:\/\//i.test(reference) ? fetched(reference) : readFolders(reference, folders)
}

/** A picture by its address or path, as it is kept. @throws {Error} that says why there is none */
export const readPicture = async (reference: string, folders: readonly string[]) =>
  makeMaster(reference, await pictureSource(folders)(reference))

/** Makes of a picture what is kept of it. @throws {Error} that says why it cannot be used */
export async function makeMaster(
  reference: string,
  given: Buffer,
): Promise<NewPicture & { content: string }> {
  const size = await sizeOf(reference, given)
  const content = await (size.isMaster ? decodable(given, size) : toMaster(given)).catch(
    unreadable(reference),
  )
  return { name: nameFor(reference, given), hash: contentHash(content), content: content.toString('base64') }
}

/** Finds out whether {@link makeMaster} could use a picture. @throws {Error} that says why it cannot */
export async function checkPicture(reference: string, given: Buffer): Promise<NewPicture> {
  const size = await sizeOf(reference, given)
  await decodable(given, size).catch(unreadable(reference))
  // By its hash one that the shop has exported is known again, and that is kept as it is.
  const hash = size.isMaster ? contentHash(given) : ''
  return { name: nameFor(reference, given), hash, content: null }
}

type Size = { width: number; height: number; isMaster: boolean }

async function sizeOf(reference: string, given: Buffer): Promise<Size> {
  if (given.length === 0) throw new Error(`${reference} is empty`)
  // Their number is looked at below: the library would only say that something is wrong.
  const { width, height, compression } = await sharp(given, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Error(`${reference} is not a picture`)
    })
  if (Math.min(width, height) < shortestSide)
    throw new Error(
      `${reference} is too small: ${width} by ${height}, at least ${shortestSide} each way are needed`,
    )
  const most = compression === 'av1' ? mostPixels.avif : mostPixels.others
  if (width * height > most * 1_000_000)
    throw new Error(
      `${reference} is too large: ${width} by ${height}, at most ${most} million pixels can be read`,
    )
  // A phone's HEIC has the same container, but no browser shows what is in it.
  return { width, height, isMaster: compression === 'av1' && Math.max(width, height) <= longestSide }
}

const unreadable = (reference: string) => () => {
  throw new Error(`${reference} cannot be read as a picture; please save it as JPEG and name that`)
}

/** What a decoder only warns of, every browser shows: some phones write headers of which one number is wrong. */
const readable = { failOn: 'error' } as const

/** The picture as it is, decoded once: its first bytes say nothing of whether the rest is there. */
async function decodable(given: Buffer, { width, height }: Size): Promise<Buffer> {
  // The last pixel makes the decoder go through all of them, in half the time that the statistics take.
  await sharp(given, readable)
    .extract({ left: width - 1, top: height - 1, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return given
}

const toMaster = (given: Buffer): Promise<Buffer> =>
  sharp(given, readable)
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .avif({ quality: 70, effort: 2 })
    .toBuffer()

/** Named after what was given, not what was made of it: the same picture given again is the same. */
function nameFor(reference: string, given: Buffer): string {
  const path = URL.canParse(reference) ? new URL(reference).pathname : reference
  // Of one that was exported, without the hash that it has in its name already.
  const plain = basename(path, extname(path)).replace(/-[0-9a-f]{16}$/, '')
  const stem = slugOf(plain).slice(0, 60) || 'picture'
  return `${importedFolder}/${stem}-${createHash('sha256').update(given).digest('hex').slice(0, 16)}`
}

async function readFolders(reference: string, folders: readonly string[]): Promise<Buffer> {
  // A Mac packs folders with accents apart from their letters, and spreadsheets have them together.
  const spellings = [reference, reference.normalize('NFC'), reference.normalize('NFD')]
  const paths = isAbsolute(reference)
    ? spellings
    : folders.flatMap((folder) => spellings.map((name) => join(folder, name)))
  const path = paths.find((one) => existsSync(one))
  if (path === undefined) throw new Error(`there is no file ${reference}`)
  const found = statSync(path)
  if (found.isDirectory()) throw new Error(`${reference} is a folder`)
  // Somebody else may have written the catalogue, and a device or a pipe never ends.
  if (!found.isFile()) throw new Error(`${reference} is no file`)
  if (found.size > largest) throw new Error(`${reference} is larger than 20 MB`)
  return readFile(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new Error(`${reference} cannot be read (${String(code)})`)
  })
}

/** Pieces whose pictures are named by their paths in a folder, and the names of those pictures. */
export function byPath(pieces: readonly PieceRecord[]): { products: PieceRecord[]; names: string[] } {
  const names = new Set<string>()
  const products = pieces.map((piece) => ({
    ...piece,
    images: piece.images.map((one) => {
      const name = pictureName(one.image) ?? one.image
      names.add(name)
      return { ...one, image: `${name}.avif` }
    }),
  }))
  return { products, names: [...names] }
}

/** As many of these pictures as one answer takes, as files of this folder, and the names of those that are left. */
export async function picturesFor(
  db: Db,
  folder: string,
  names: readonly string[],
): Promise<{ files: NewFile[]; rest: string[] }> {
  const files: NewFile[] = []
  let length = 0
  for (const [at, name] of names.entries()) {
    if (length > enoughAtOnce) return { files, rest: names.slice(at) }
    const master = await findAnyMaster(db, name)
    if (master === null) throw new Refusal(`There is no picture ${name}.`)
    const content = await master.content()
    length += content.length
    files.push({
      path: join(folder, `${name}.avif`),
      content: content.toString('base64'),
      encoding: 'base64',
      // A later export into the same folder has most of them again.
      isReplaceable: true,
    })
  }
  return { files, rest: [] }
}

/** Where a catalogue's pictures may be: in the given folder, else beside the file. */
export const foldersFor = (file: string, said: string | null): string[] =>
  said === null ? [dirname(file), join(dirname(file), 'pictures')] : [said]
