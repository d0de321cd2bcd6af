import { useSyncExternalStore } from 'react'
import { savesData } from '#src/lib/savesData.ts'

const query = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void) {
  const reduced = matchMedia(query)
  reduced.addEventListener('change', listener)
  return () => reduced.removeEventListener('change', listener)
}

const read = (): boolean => savesData() || matchMedia(query).matches

/** Whether nothing may move by itself: the reader asked for less motion, or to save data. */
export const usePrefersStillness = (): boolean => useSyncExternalStore(subscribe, read, () => false)
