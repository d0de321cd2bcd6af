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
