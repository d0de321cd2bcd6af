import { useSyncExternalStore } from 'react'

/** What was pressed on a piece's page and is still to be done. */
type Pressed = 'add' | 'remove' | null

let now: Pressed = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Sets what is being done. Its code may be on its way: pressed again, by this button or by another of the page, it would
 * be done twice.
 */
export function press(what: Pressed) {
  now = what
  for (const listener of listeners) listener()
}

/** The same for all buttons of the page; null while nothing is being done. */
export const usePressed = (): Pressed => useSyncExternalStore(subscribe, () => now, nothing)

const nothing = () => null
