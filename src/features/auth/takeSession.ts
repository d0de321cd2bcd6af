import type { LoginAnswer } from '#contract/auth.ts'
import { session } from '#src/lib/client.ts'
import { leftDrafts } from '#src/lib/leftDrafts.ts'

/** Somebody has signed in, and finds what they were typing when their session expired. */
export function takeSession(answer: LoginAnswer): void {
  session.start(answer)
  leftDrafts.giveBack(answer.user_id)
}
