import { unanswered } from './answer.ts'
import { late } from './late.ts'

/**
 * For a query's function: what asks the server is loaded with the first question, because a page comes with its data.
 * Code that cannot be loaded is a network that does not answer.
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
