import { texts } from '#contract/texts.ts'
import { AppError, isUnheard } from './AppError.ts'

/** Not an answer of our server, which says why it refuses: one made by the network, a proxy or a portal. */
export const isStrangers = (error: AppError): boolean =>
  isUnheard(error) ||
  (error.status < 500 && error.code === 'internal' && error.message === texts.somethingWentWrong)

/** True for answers that do not decide what became of a change: from somebody who cannot know, or a mere 'not now'. */
export const isNobodys = (error: AppError): boolean =>
  isStrangers(error) || [401, 429].includes(error.status) || error.code === 'unavailable'

/** Our server answered, but neither did it nor refused it: it failed, or is still working on the same call. */
export const isUndecided = ({ code, status }: AppError): boolean =>
  status >= 500 || code === 'idempotency_in_progress'

/** Our server has decided against it: it has not been done, and never will be under this key. */
export const isRefused = (error: Error): error is AppError =>
  error instanceof AppError && !isNobodys(error) && !isUndecided(error)
