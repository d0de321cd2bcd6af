import { Product } from '#contract/catalogue.ts'
import { onPiecesTouched, onShopChanged } from '../changes.ts'
import type { App } from '../fastify.ts'
import { type Memory, usable } from '../keptAnswers.ts'
import type { Services } from '../services.ts'
import { write } from '../written.ts'
import { loadProducts, toProduct } from './store.ts'

const most = 1_000

/**
 * Pieces as lists show them, however different the lists: each is read once a second, and all are forgotten when answers
 * are. Kept is the JSON they are sent as, because lists differ only in which pieces they show. An answer lasts no longer
 * than the oldest piece in it, so that nobody sees a piece for longer than an answer.
 */
export function keepPieces(app: App, { db, clock }: Pick<Services, 'db' | 'clock'>) {
  const kept = new Map<number, { text: string; until: number }>()
  let generation = 0
  const forget = () => {
    generation += 1
    kept.clear()
  }
  const ignore = [onShopChanged(forget), onPiecesTouched(forget)]
  app.addHook('onClose', async () => ignore.forEach((stop) => stop()))

  const read = async (ids: readonly number[]) =>
    (await loadProducts(db, ids)).map((row) => ({
      id: row.id,
      text: write(Product, toProduct(row), 'A piece'),
    }))

  /** The pieces of these ids in their order, all of them from the database where there is no `memory`. */
  return async function piecesOf(ids: readonly number[], memory: Memory | null): Promise<string[]> {
    if (memory === null) return (await read(ids)).map(({ text }) => text)
    const now = clock().getTime()
    const pieces = new Map<number, string>()
    for (const id of ids) {
      const known = kept.get(id)
      if (known === undefined || known.until <= now) continue
      pieces.set(id, known.text)
      memory.lasts(known.until)
    }
    const begunIn = generation
    for (const { id, text } of await read(ids.filter((id) => !pieces.has(id)))) {
      pieces.set(id, text)
      // Begun before something was changed, so it may be what was there until then.
      if (begunIn !== generation) continue
      kept.delete(id)
      kept.set(id, { text, until: now + usable })
    }
    for (const id of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(id)
    }
    return ids.flatMap((id) => pieces.get(id) ?? [])
  }
}
