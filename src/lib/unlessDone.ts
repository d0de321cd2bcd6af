import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { isUnheard } from './AppError.ts'
import { type Answer, unwrap } from './answer.ts'

/**
 * Throws what went wrong with a change, unless it was made all the same: what `query` reads again tells, where nobody
 * was heard to answer, or where it was refused because it has been made already, perhaps by a try that was not heard.
 */
export async function unlessDone<Data, Key extends QueryKey>(
  answer: Answer<unknown>,
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  isDone: (now: Data) => boolean,
): Promise<void> {
  const { error, status } = answer
  const mayBeDone = isUnheard(error) || [404, 409].includes(status)
  const readAgain = () => client.fetchQuery({ ...query, staleTime: 0 })
  if (mayBeDone && (await readAgain().then(isDone, () => false))) return
  unwrap(answer)
}
