import { useSyncExternalStore } from 'react'

const hour = 60 * 60_000
const never = () => () => undefined

/**
 * The present, to the hour; null on the server and while its page wakes up, for that page may have been made for
 * somebody else some time ago.
 */
export function useToday(): Date | null {
  const now = useSyncExternalStore(
    never,
    () => Math.floor(Date.now() / hour) * hour,
    () => null,
  )
  return now === null ? null : new Date(now)
}
