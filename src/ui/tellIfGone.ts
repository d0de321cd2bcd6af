import type { RefObject } from 'react'
import { messageOf } from '#src/lib/AppError.ts'
import { notify } from './notify.ts'

/**
 * Tells of a failure in a message where `shown`, which would show it, is gone. For a mutation's options: callbacks given
 * with a call are not heard then.
 * @param failed said where the failure has no words of its own
 */
export function tellIfGone(shown: RefObject<unknown>, failure: Error, failed: string): void {
  if (!shown.current) notify.error(messageOf(failure, failed))
}
