import type { QueryPersister } from '@tanstack/react-query'

const load = () => import('./copies.ts')

/**
 * The query cache's way to what was read before: asks the server and looks for a saved copy at the same time, and the
 * first to have something answers. So a dead line shows what this phone has, and a storage that does not answer holds
 * nobody up. The code for it comes with the first reading that a page does not bring along.
 */
export const savedFirst: QueryPersister = async (ask, context, query) => {
  const asked = Promise.resolve(ask(context))
  if (query.state.data !== undefined) return asked
  const saved = load().then(({ restore }) => restore(query, asked))
  // Nothing saved: the server's word, or its failure.
  return Promise.any([asked, saved]).catch(() => asked)
}
