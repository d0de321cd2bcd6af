import type { Chunk } from './chunks/chunk.ts'
import { everyPage } from './chunks/everyPage.ts'
import { somePages } from './chunks/somePages.ts'

/**
 * Which modules share a file in the browser: forty small ones cost more than they save, since each is a request, and
 * compressed by itself; and one large one makes every page carry what few need. What is named in no group gets a file for
 * each set of pages that share it. A group includes what its modules import, unless one of a higher priority has it.
 * `npm run bench:weight` shows the effect of a change. `tests/tools/chunks.test.ts` looks for names of modules that are not
 * there: the build would leave a renamed one to another file in silence.
 */
export const chunks: readonly Chunk[] = [...everyPage, ...somePages]

/** The bundler's own form of it. */
export const chunkGroups = chunks.map(({ own = [], libraries, ...group }) => {
  const ours = own.map((path) => path.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`))
  const parts = [
    ...(ours.length === 0 ? [] : [String.raw`[\\/](${ours.join('|')})`]),
    ...(libraries === undefined ? [] : [libraries.source]),
  ]
  return { ...group, test: new RegExp(parts.join('|')) }
})
