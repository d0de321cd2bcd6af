import { type RefObject, useEffect, useState } from 'react'
import { whenUsed } from '#src/lib/island.ts'

/** In milliseconds: who has looked for so long without moving is no programme, and wants to see more. */
const patience = 20_000

/** Whether somebody is there to see the element: it is in the window, and its visitor has shown a sign of life. */
export function useIsWatched(ref: RefObject<HTMLElement | null>): boolean {
  const [isAttended, setAttended] = useState(false)
  const [isInWindow, setInWindow] = useState(true)

  useEffect(() => {
    const attend = () => setAttended(true)
    void whenUsed().then(attend)
    const timer = setTimeout(attend, patience)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) =>
      setInWindow(entries.at(-1)?.isIntersecting ?? true),
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])

  return isAttended && isInWindow
}
