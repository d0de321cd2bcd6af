import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void) {
  const reduced = matchMedia(query)
  reduced.addEventListener('change', listener)
  return () => reduced.removeEventListener('change', listener)
}

function read(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  return savesData || matchMedia(query).matches
}

/** Whether nothing shall move by itself: the reader asked for less motion, or to save data. */
export const usePrefersStillness = (): boolean => useSyncExternalStore(subscribe, read, () => false)
