import { useSyncExternalStore } from 'react'
import { serverNow } from '#contract/serverTime.ts'
import { followTime } from './followTime.ts'

const minute = 60_000

/** The present, to the minute. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, thisMinute))
}

const thisMinute = () => Math.floor(serverNow().getTime() / minute) * minute
const subscribe = (look: () => void) => followTime(look, minute)
