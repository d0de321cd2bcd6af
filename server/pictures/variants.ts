import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { hasCode } from '../process/failure.ts'
import type { Master } from './masters.ts'
import type { Format, Width } from './sizes.ts'
import { type Caller, makeTurns } from './turns.ts'

/** One at a time: making a picture takes a whole core, and answers to shoppers come first. */
sharp.concurrency(1)

/** So many may wait to be made, all different: some twenty seconds' work. */
const longestQueue = 200

type Wanted = { name: string; master: Master; width: Width; format: Format }

/** @throws {ApiError} 503 when too many wait already */
export type Variants = (wanted: Wanted, caller: Caller) => Promise<Buffer>

/**
 * Returns a picture in a size and format: from `folder`, or made now and kept there. Requested twice, it is made once.
 */
export function keepVariants(folder: string): Variants {
  const inTurn = makeTurns<Buffer>(longestQueue)
  return async ({ name, master, width, format }, caller) => {
    const file = `${name.replaceAll('/', '--')}-${master.hash}-${width}.${format}`
    const kept = await readIfThere(join(folder, file))
    if (kept !== null) return kept
    return inTurn(file, caller, async () => {
      const picture = await encode(await master.content(), width, format)
      await keep(folder, file, picture)
      return picture
    })
  }
}

/** Bytes per pixel that an AVIF may take: 800 by 800 stays under 40 kB, a second on a slow phone's network. */
const budget = 0.06
const avifQualities = [52, 44, 36] as const

/** Encodes a picture, never larger than its master. AVIF effort 2 looks as good as 4 and takes a tenth of the time. */
async function encode(content: Buffer, width: Width, format: Format): Promise<Buffer> {
  const sized = sharp(content).resize({ width, withoutEnlargement: true })
  switch (format) {
    case 'avif':
      return encodeWithinBudget(sized)
    case 'webp':
      return sized.webp({ quality: 78 }).toBuffer()
    case 'jpeg':
      return sized.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  }
}

/** Fine chains and many small stones cost more bytes than the eye gains by them. */
async function encodeWithinBudget(sized: Sharp): Promise<Buffer> {
  let smallest = Buffer.alloc(0)
  for (const quality of avifQualities) {
    const { data, info } = await sized
      .clone()
      .avif({ quality, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    smallest = data
    if (data.length <= info.width * info.height * budget) break
  }
  return smallest
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    const there = await readFile(path)
    // A power cut may have left its name alone.
    return there.length === 0 ? null : there
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Written aside, onto the disk, and renamed, so that nobody reads half a picture, even after a power cut. A full disk only means making it again next time. */
async function keep(folder: string, file: string, picture: Buffer): Promise<void> {
  const aside = join(folder, `${file}.${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(aside, picture, { flush: true })
    await rename(aside, join(folder, file))
  } catch (error) {
    await rm(aside, { force: true })
    if (!hasCode(error, 'ENOSPC', 'EROFS', 'EDQUOT')) throw error
  }
}
