import { useSyncExternalStore } from 'react'
import { serverNow } from '#contract/serverTime.ts'
import { followTime } from './followTime.ts'

const minute = 60_000
const hour = 60 * minute

/** The present, to the minute. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, thisMinute))
}

/**
 * The present, to the hour; null on the server and while its page hydrates, because that page may have been rendered
 * some time ago.
 */
export function useToday(): Date | null {
  const now = useSyncExternalStore(subscribe, thisHour, () => null)
  return now === null ? null : new Date(now)
}

const subscribe = (look: () => void) => followTime(look, minute)
const since = (step: number) => Math.floor(serverNow().getTime() / step) * step
const thisMinute = () => since(minute)
const thisHour = () => since(hour)
