import { storageKeys } from '#contract/storageKeys.ts'
import { lateHttp, session } from '#src/lib/client.ts'
import type { Http } from '#src/lib/http.ts'
import { local } from '#src/lib/storage.ts'
import { partOf, subjectOf } from '#src/lib/subjectOf.ts'

/** Who is signed in on this browser at this moment, whatever this tab has heard so far; null for nobody. */
export function whoIsSignedIn(): string | null {
  if (local.get(storageKeys.access) === null && local.get(storageKeys.refresh) === null) return null
  const id = partOf(local.get(storageKeys.user), 'id')
  return typeof id === 'string' ? id : null
}

/** How long a customer whose session expired is expected back, in milliseconds: as long as anything is kept here. */
const longestWait = 30 * 86_400_000

/**
 * The customer whose session expired; null for nobody. They were promised that waiting changes are sent once there is a
 * network, and nobody else may send them: so the changes stay for them, unless they are `overdue`.
 */
export function whoIsExpectedBack(): { customer: string; isOverdue: boolean } | null {
  const [customer = '', since] = local.get('expected-back')?.split(' ') ?? []
  // By a clock that was set back meanwhile they have just left.
  return customer === '' ? null : { customer, isOverdue: Date.now() - Number(since) > longestWait }
}

/** This customer has come back, or nothing waits for them any more. */
export function stopExpecting(customer: string): void {
  if (whoIsExpectedBack()?.customer === customer) local.remove('expected-back')
}

/**
 * Credentials of this customer or of nobody. The token is checked again at each call: since the call was decided on,
 * another tab may have signed somebody else in.
 */
export const httpAs = (customer: string): Http =>
  lateHttp({
    accessToken() {
      const token = local.get(storageKeys.access)
      return token !== null && (subjectOf(token) ?? whoIsSignedIn()) === customer ? token : null
    },
    renew: session.credentials.renew,
  })
