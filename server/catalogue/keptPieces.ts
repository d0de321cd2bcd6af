import { Product } from '#contract/catalogue.ts'
import { lazily } from '#contract/lazily.ts'
import { keep } from '../answers/bounded.ts'
import { etagOf } from '../answers/caching.ts'
import { onPiecesTouched, onShopChanged } from '../changes.ts'
import type { App } from '../http/fastify.ts'
import { type Memory, usable } from '../answers/keptAnswers.ts'
import type { Elapsed, Services } from '../services.ts'
import { Written, write } from '../answers/written.ts'
import type { Listing } from './listing.ts'
import { findMark, loadMarks, loadSources, type PieceMark, type PieceSource } from './sources.ts'
import { rowOf, toProduct } from './store.ts'

const mostPieces = 1_000
const mostPages = 200
/** In characters: a few very long ones would fill the memory. */
const largestPage = 60_000

/** A serialised piece, as in lists and by itself. Its `tag` changes whenever anything in it does. */
type Piece = { says: string; text: string; tag: string; answer: () => Written; until: number }

/**
 * Serialised pieces. Lists share the pieces that any list has read within the last second; all of these expire when
 * cached answers are dropped. An answer lasts no longer than the oldest piece in it, so that nobody sees a piece for
 * longer than an answer.
 *
 * What the database says about a piece seldom changes, so what was made of it is kept beside it: a piece that is read
 * again and is the same is not validated, serialised or compressed again, nor is a list of the same pieces.
 */
export function keepPieces(app: App, { db, elapsed }: Pick<Services, 'db'> & Elapsed) {
  const pieces = new Map<number, Piece>()
  const pages = new Map<string, Written>()
  let generation = 0
  const forget = () => {
    generation += 1
    for (const piece of pieces.values()) piece.until = 0
  }
  const ignore = [onShopChanged(forget), onPiecesTouched(forget)]
  app.addHook('onClose', async () => ignore.forEach((stop) => stop()))

  /** The pieces of marks that were just read. */
  async function piecesWith(marks: readonly PieceMark[]): Promise<Map<number, Piece>> {
    const found = new Map<number, Piece>()
    const changed: number[] = []
    for (const { id, says } of marks) {
      const known = pieces.get(id)
      if (known?.says === says) found.set(id, known)
      else changed.push(id)
    }
    if (changed.length > 0)
      for (const source of await loadSources(db, changed)) found.set(source.id, makePiece(source))
    for (const [id, piece] of found) keep(pieces, mostPieces, id, piece)
    return found
  }

  /** The pieces with these ids in their order, all of them from the database if there is no `memory`. */
  async function piecesOf(ids: readonly number[], memory: Memory | null): Promise<Piece[]> {
    const now = elapsed()
    const found = new Map<number, Piece>()
    if (memory !== null) {
      for (const id of ids) {
        const known = pieces.get(id)
        if (known === undefined || known.until <= now) continue
        found.set(id, known)
        memory.lasts(known.until)
      }
    }
    const begunIn = generation
    const marks = await loadMarks(
      db,
      ids.filter((id) => !found.has(id)),
    )
    for (const [id, piece] of await piecesWith(marks)) {
      found.set(id, piece)
      // Begun before something was changed, so it may be what was there until then.
      if (begunIn === generation) piece.until = Math.max(piece.until, now + usable)
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    /** The answer about a piece by its id or its slug, read from the database each time; null when there is none. */
    answerAbout: async (idOrSlug: string): Promise<Written | null> => {
      const mark = await findMark(db, idOrSlug)
      return mark === null ? null : ((await piecesWith([mark])).get(mark.id)?.answer() ?? null)
    },
    /** A page of a listing: a `ProductPage`, its fields in that order. */
    pageOf: async ({ count, ids }: Listing, memory: Memory | null, suggestion?: string): Promise<Written> => {
      const shown = await piecesOf(ids, memory)
      const end = suggestion === undefined ? '' : `,"suggestion":${JSON.stringify(suggestion)}`
      // Tags say all that pieces do, in a hundredth of the characters.
      const lasting = `${count} ${shown.map(({ tag }) => tag).join(' ')}${end}`
      const known = pages.get(lasting)
      const texts = () => shown.map(({ text }) => text).join(',')
      const page = known ?? new Written(`{"count":${count},"results":{"data":[${texts()}]}${end}}`, lasting)
      if (page.text.length <= largestPage) keep(pages, mostPages, lasting, page)
      return page
    },
  }
}

function makePiece(source: PieceSource): Piece {
  const text = write(Product, toProduct(rowOf(source)), 'A piece')
  const answer = lazily(() => new Written(`{"data":${text}}`))
  return { says: source.says, text, tag: etagOf(text), answer, until: 0 }
}
