import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { lazily } from '#contract/lazily.ts'
import type { NewPicture } from '../pictures/imported.ts'
import { Refusal } from './command.ts'

/** Of pictures in one answer or call, in bytes. */
export const enoughAtOnce = 4 * 1024 * 1024

const Place = v.object({ at: v.number(), length: v.number() })
type Place = v.InferOutput<typeof Place>

const SentPicture = v.object({
  name: v.string(),
  hash: v.string(),
  content: v.nullable(v.string()),
  /** Where the content is until it is sent, in {@link asideFile}. */
  aside: v.optional(Place),
})
export type SentPicture = v.InferOutput<typeof SentPicture>

/** Pictures as a command is sent them, by what its file or its options call them. */
export const SentPictures = v.record(v.string(), SentPicture)
export type SentPictures = v.InferOutput<typeof SentPictures>

/** A file that nobody else can open, and that is gone with this process, however it ends. */
const asideFile = lazily(() => {
  const folder = mkdtempSync(join(tmpdir(), 'damson-pictures-'))
  const file = openSync(join(folder, 'aside'), 'wx+', 0o600)
  rmSync(folder, { recursive: true })
  return { file, length: 0 }
})

/**
 * Sets a picture's content aside: those of a large catalogue would together take more memory than there is.
 * @throws {Refusal} when there is no room, which is no fault of the picture
 */
export function setAside({ content, ...picture }: NewPicture & { content: string }): SentPicture {
  const bytes = Buffer.from(content, 'latin1')
  try {
    const aside = asideFile()
    const at = aside.length
    for (let written = 0; written < bytes.length;)
      written += writeSync(aside.file, bytes, written, bytes.length - written, at + written)
    aside.length += bytes.length
    return { ...picture, content: null, aside: { at, length: bytes.length } }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new Refusal(
      `Pictures cannot be set aside in ${tmpdir()} until they are sent (${String(code)}). Name another folder in TMPDIR.`,
    )
  }
}

function contentAt({ at, length }: Place): string {
  const { file } = asideFile()
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length;) {
    const more = readSync(file, bytes, read, length - read, at + read)
    if (more === 0) throw new Error('What was set aside of a picture is gone')
    read += more
  }
  return bytes.toString('latin1')
}

/** The pictures that were set aside, as many for each call as it takes; each gives them with their contents. */
export function callsFor(pictures: SentPictures): (() => SentPictures)[] {
  const parts: [path: string, picture: SentPicture & { aside: Place }][][] = []
  let length = Infinity
  for (const [path, { aside, ...picture }] of Object.entries(pictures)) {
    if (aside === undefined) continue
    if (length > enoughAtOnce) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push([path, { ...picture, aside }])
    length += aside.length
  }
  return parts.map(
    (part) => () =>
      Object.fromEntries(
        part.map(([path, { aside, ...picture }]) => [path, { ...picture, content: contentAt(aside) }]),
      ),
  )
}
