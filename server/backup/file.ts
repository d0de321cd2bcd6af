import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Db } from '../db/db.ts'
import { hasCode } from '../process/failure.ts'
import { Unfit } from './put.ts'
import { type ReadOut, countRows, readBesideOthers } from './snapshot.ts'

/** How much text is compressed at once: line by line would take several times as long. */
const textAtOnce = 64 * 1024

const unfinishedName = /\.[\da-f-]{36}\.part$/

/** Removes from a folder what interrupted backups have left there. No backup may be running in it. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (unfinishedName.test(name)) await rm(join(folder, name), { force: true })
}

/** The result of a backup: rows in all tables, bytes of the file, and milliseconds for which all other calls waited. */
export type Written = { rows: number; bytes: number; waited: number }

/**
 * Writes the whole shop, as of one moment, into a new file that only its owner can read. The file appears under its
 * name when it is complete and on the disk. `signal` cancels it. `readOut` differs on the embedded database.
 * @throws {Error} `EEXIST` when there is a file of that name
 */
export async function writeBackup(
  db: Db,
  path: string,
  now: Date,
  { signal, readOut = readBesideOthers }: { signal?: AbortSignal; readOut?: ReadOut } = {},
): Promise<Written> {
  signal?.throwIfAborted()
  const unfinished = `${path}.${randomUUID()}.part`
  // It holds customers' data, and nobody would look for it in a folder that is not the shop's own.
  const remove = () => rmSync(unfinished, { force: true })
  process.once('exit', remove)
  try {
    const packer = createGzip({ level: 5 })
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    const written = pipeline(packer, file, signal ? { signal } : {})
    // Awaited below; until then a disk failure must not count as an unhandled rejection.
    written.catch(() => {})
    let waiting = ''
    const flush = async (): Promise<void> => {
      signal?.throwIfAborted()
      if (!packer.write(waiting)) await Promise.race([once(packer, 'drain'), written])
      waiting = ''
    }
    const write = async (line: string): Promise<void> => {
      waiting += `${line}\n`
      if (waiting.length > textAtOnce) await flush()
    }
    const { tail, waited } = await readOut(db, write, now).catch((error: unknown) => {
      packer.destroy()
      throw error
    })
    await flush()
    packer.end()
    await written
    await publish(unfinished, path)
    await syncFolder(dirname(path))
    return { rows: countRows(tail), bytes: (await stat(path)).size, waited }
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Gives a complete file its name. @throws {Error} `EEXIST` if another file has it */
async function publish(unfinished: string, path: string): Promise<void> {
  try {
    // Unlike a rename this never replaces another file.
    await link(unfinished, path)
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error
    // FAT and exFAT, which USB sticks use, allow one name per file; so an empty file of our own reserves the name.
    await (await open(path, 'wx', 0o600)).close()
    await rename(unfinished, path)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Where folders cannot be told to be written, the file itself is on the disk all the same.
    if (!hasCode(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP')) throw error
  } finally {
    await handle.close()
  }
}

/** The lines of a backup. @throws {Unfit} at once when there is none; when it is damaged, as it is read */
export function readBackup(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) throw new Unfit(`There is no file ${path}.`)
  if (statSync(path).isDirectory()) throw new Unfit(`${path} is a folder. Name the backup in it.`)
  return unpacked(path)
}

async function* unpacked(path: string): AsyncGenerator<string> {
  const source = createReadStream(path)
  const plain = createGunzip().setEncoding('utf8')
  const read = pipeline(source, plain)
  read.catch(() => {})
  try {
    yield* linesOf(plain)
    await read
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_')) throw new Unfit(`${path} is no backup, or is damaged.`)
    throw error
  } finally {
    source.destroy()
    plain.destroy()
  }
}

/** Not `readline`, which takes U+2028 and U+2029 for ends of lines too, and JSON has them as they are. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = ''
  for await (const part of text) {
    const [rest = '', ...next] = part.split('\n')
    begun += rest
    for (const line of next) {
      yield begun
      begun = line
    }
  }
  if (begun !== '') yield begun
}
