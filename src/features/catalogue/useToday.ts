import { useSyncExternalStore } from 'react'
import { serverNow } from '#contract/serverTime.ts'
import { followTime } from '#src/lib/followTime.ts'

const minute = 60_000
const hour = 60 * minute
const subscribe = (look: () => void) => followTime(look, minute)

/**
 * The present, to the hour; null on the server and while its page hydrates, because that page may have been rendered
 * some time ago.
 */
export function useToday(): Date | null {
  const now = useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow().getTime() / hour) * hour,
    () => null,
  )
  return now === null ? null : new Date(now)
}
