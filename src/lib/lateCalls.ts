import { unanswered } from './answer.ts'
import { late } from './late.ts'

/**
 * For a query's function: the code that asks the server is loaded with the first query, because a page brings its data
 * along. If the code cannot be loaded, that counts as a network failure.
 */
export function lateCalls<M>(load: () => Promise<M>): <T>(ask: (calls: M) => Promise<T>) => Promise<T> {
  const loaded = late(load)
  return async (ask) => {
    let calls: M
    try {
      calls = await loaded()
    } catch {
      throw unanswered().error
    }
    return ask(calls)
  }
}
