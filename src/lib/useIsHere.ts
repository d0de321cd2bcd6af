import { type RefObject, useEffect, useRef } from 'react'

/** Whether there is still something on screen that could say what became of a call; to be asked when it comes back. */
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
