import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether there is still something on screen that could report what became of a call; to be checked when it returns.
 */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
