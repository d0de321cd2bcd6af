import { texts } from '#contract/texts.ts'
import { AppError } from './AppError.ts'

/** The result of every call, which never throws. Without an answer the status is 500, as specified. */
export type Answer<T> =
  | { body: T; status: number; error: null }
  | { body: null; status: number; error: AppError }

/** The body of a good answer; throws the answer's {@link AppError} otherwise. For query and mutation functions. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.error) throw answer.error
  return answer.body
}

/** The answer when nobody answered: says whether it was the network, as far as the browser knows, or the server. */
export function unanswered(): { body: null; status: number; error: AppError } {
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false
  const code = isOffline ? 'offline' : 'server_unreachable'
  return { body: null, status: 500, error: new AppError(code, texts.networkError, 500) }
}
