import { useSyncExternalStore } from 'react'

/**
 * What the shop shows of one customer, such as their cart. The code that fills it is loaded only once somebody is
 * signed in, so that guests, who are most visitors, need not wait for it; until then there is `nothing`.
 */
export function personalView<T>(nothing: T) {
  let shown = nothing
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const show = (value: T) => {
    shown = value
    for (const listener of listeners) listener()
  }
  return {
    show,
    change: (by: (shown: T) => T) => show(by(shown)),
    clear: () => show(nothing),
    useView: (): T =>
      useSyncExternalStore(
        subscribe,
        () => shown,
        () => nothing,
      ),
  }
}
