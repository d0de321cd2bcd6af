import type { QueryPersister } from '@tanstack/react-query'

const load = () => import('./copies.ts')

/**
 * The query cache's access to saved copies: asks the server and looks for a copy at the same time, and whichever comes
 * first answers. So a dead connection shows what this device has, and storage that does not respond holds nobody up.
 * The code for it is loaded with the first read that a page does not bring along.
 */
export const savedFirst: QueryPersister = async (ask, context, query) => {
  const asked = Promise.resolve(ask(context))
  if (query.state.data !== undefined) return asked
  const saved = load().then(({ restore }) => restore(query, asked))
  // Nothing saved: the server's answer, or its failure.
  return Promise.any([asked, saved]).catch(() => asked)
}
