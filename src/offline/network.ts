import { useSyncExternalStore } from 'react'
import { sayAway } from './away.ts'

/**
 * The state of the network, for everybody to read. `offline`: the shop's server cannot be reached, whatever the browser
 * believes. `slow`: a call is overdue.
 */
export type NetworkState = 'online' | 'offline' | 'slow'

// The code that determines it is loaded later (`live.tsx`); until then the browser's own view must do.
let state: NetworkState =
  typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'online'
const listeners = new Set<() => void>()
if (state !== 'online') sayAway()

export const network = {
  state: (): NetworkState => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** For the code that determines it. */
  set(next: NetworkState) {
    if (next === state) return
    state = next
    if (next !== 'online') sayAway()
    for (const listener of listeners) listener()
  },
}

/** The state of the network. While a server-rendered page hydrates it is `online`, as it was on the server. */
export const useNetwork = (): NetworkState =>
  useSyncExternalStore(network.subscribe, network.state, () => 'online')
