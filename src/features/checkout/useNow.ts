import { useSyncExternalStore } from 'react'
import { serverNow } from '#contract/serverTime.ts'

const minute = 60_000

/** The present, to the minute: a checkout may stay open overnight, and a phone runs no timers in a pocket. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, thisMinute))
}

const thisMinute = () => Math.floor(serverNow().getTime() / minute) * minute

function subscribe(look: () => void) {
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, minute)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}
