import { type RefCallback, useCallback, useState } from 'react'

/**
 * For what comes to a page late and would push down what is on view. Returns whether it may appear at its place: once
 * that is below the window, and from then on. Until then `ref` is for an empty element there.
 */
export function useUnseenPlace(): { mayAppear: boolean; ref: RefCallback<HTMLElement> } {
  const [mayAppear, setMayAppear] = useState(false)
  const ref = useCallback((place: HTMLElement) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === false) setMayAppear(true)
      },
      // As if the window had no beginning: not every browser keeps what is on view in its place when something appears
      // above it.
      { rootMargin: '999999px 0px 0px' },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return { mayAppear, ref }
}
