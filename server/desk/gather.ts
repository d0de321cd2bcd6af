import { skuOf } from '../catalogue/checking.ts'
import { isPicturePath } from '../pictures/addresses.ts'
import { makeGate } from '../queues/gate.ts'
import type { CatalogueFile } from './catalogueFile.ts'
import { Refusal } from './command.ts'
import { checkPicture, makeMaster, pictureSource } from './pictureFiles.ts'
import { type SentPicture, type SentPictures, setAside } from './sentPictures.ts'

/** So many are read at once: together they take little beside what decoding one of the largest does. */
const atOnce = 4

/**
 * Every picture that the file names and the shop has not; what cannot be had is among the file's problems. A dry run
 * only finds out whether each can be read: making what is kept of it takes twenty times as long.
 */
export async function gather(
  file: CatalogueFile,
  folders: readonly string[],
  isDryRun: boolean,
): Promise<SentPictures> {
  const named = file.pieces.flatMap(({ row, fields }) => {
    const images: unknown = fields['images']
    return (Array.isArray(images) ? images : []).flatMap((one: unknown, at) => {
      const reference = typeof one === 'object' && one !== null && 'image' in one ? one.image : null
      return typeof reference === 'string' && !isPicturePath(reference)
        ? [{ reference, row, piece: skuOf(fields), column: `images.${at}` }]
        : []
    })
  })
  const references = [...new Set(named.map(({ reference }) => reference))]
  const contentOf = pictureSource(folders)
  // Decoded, one of them may take most of the memory that there is.
  const decoding = makeGate(1, Infinity)
  const pictures = new Map<string, SentPicture>()
  const failures = new Map<string, string>()
  const left = references.values()
  async function read() {
    for (const reference of left) {
      try {
        const given = await contentOf(reference)
        const picture = await decoding.pass(async () =>
          isDryRun ? checkPicture(reference, given) : setAside(await makeMaster(reference, given)),
        )
        pictures.set(reference, picture)
      } catch (error) {
        if (error instanceof Refusal) throw error
        failures.set(reference, error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, read))
  for (const { reference, ...place } of named) {
    const message = failures.get(reference)
    if (message !== undefined) file.problems.push({ ...place, message })
  }
  return Object.fromEntries(
    references.flatMap((reference) => {
      const picture = pictures.get(reference)
      return picture === undefined ? [] : [[reference, picture]]
    }),
  )
}
