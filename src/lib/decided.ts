import { texts } from '#contract/texts.ts'
import { AppError, isUnheard } from './AppError.ts'

/** Not said by our server, which says why it refuses: whatever the network, a proxy or a portal makes of a call. */
export const isStrangers = (error: AppError): boolean =>
  isUnheard(error) ||
  (error.status < 500 && error.code === 'internal' && error.message === texts.somethingWentWrong)

/** Answers that do not decide what became of a change: no answer from somebody who would know, or a mere 'not now'. */
export const isNobodys = (error: AppError): boolean =>
  isStrangers(error) || [401, 429].includes(error.status) || error.code === 'unavailable'

/** Our server answered, but neither did it nor refused it: it failed, or is at work on the same call. */
export const isUndecided = ({ code, status }: AppError): boolean =>
  status >= 500 || code === 'idempotency_in_progress'

/** Our server has decided against it: it has not been done, and never will be under this key. */
export const isRefused = (error: Error): error is AppError =>
  error instanceof AppError && !isNobodys(error) && !isUndecided(error)
