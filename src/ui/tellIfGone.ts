import type { RefObject } from 'react'
import { messageOf } from '#src/lib/AppError.ts'
import { notify } from './notify.ts'

/**
 * Reports a failure in a message if `shown`, which would show it, has unmounted. For a mutation's options: callbacks
 * given with a call do not run then.
 * @param failed said where the failure has no words of its own
 */
export function tellIfGone(shown: RefObject<unknown>, failure: Error, failed: string): void {
  if (!shown.current) notify.error(messageOf(failure, failed))
}
