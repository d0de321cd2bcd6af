import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { notify } from '#src/ui/notify.ts'

/** Says what went wrong; the same words once, however many things failed by it. */
export function sayFailure(error: unknown, fallback: string = texts.somethingWentWrong): void {
  const message = messageOf(error, fallback)
  notify.error(message, { id: message })
}
