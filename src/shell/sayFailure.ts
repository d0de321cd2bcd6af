import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { notify } from '#src/ui/notify.ts'

/** Says what went wrong; a message appears once, however many things failed for the same reason. */
export function sayFailure(error: unknown, fallback: string = texts.somethingWentWrong): void {
  const message = messageOf(error, fallback)
  notify.error(message, { id: message })
}
