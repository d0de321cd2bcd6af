import { useSyncExternalStore } from 'react'

const hour = 60 * 60_000
const never = () => () => undefined

/**
 * The present, to the hour; null on the server and while its page hydrates, because that page may have been rendered
 * some time ago.
 */
export function useToday(): Date | null {
  const now = useSyncExternalStore(
    never,
    () => Math.floor(Date.now() / hour) * hour,
    () => null,
  )
  return now === null ? null : new Date(now)
}
