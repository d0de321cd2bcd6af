import { useEffect, useState } from 'react'

/**
 * Whether something has been true for so many milliseconds: what passes sooner needs no message, which would only move
 * the page.
 */
export function useLasting(isSo: boolean, time: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), time)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo, time])
  return isSo && hasLasted
}
