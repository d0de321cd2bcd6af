import { isUnheard } from './AppError.ts'
import { type Answer, unwrap } from './answer.ts'

/**
 * Throws what went wrong with a change, unless it was made all the same: what is read again tells, where nobody was
 * heard to answer, or where it was refused because it has been made already, perhaps by a try that was not heard.
 */
export async function unlessDone(answer: Answer<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  const { error, status } = answer
  const mayBeDone = isUnheard(error) || (error !== null && [404, 409].includes(status))
  if (mayBeDone && (await isDone().catch(() => false))) return
  unwrap(answer)
}
