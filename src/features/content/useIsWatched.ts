import { type RefObject, useEffect, useState } from 'react'
import { whenUsed } from '#src/lib/island.ts'

/**
 * In milliseconds: a visitor still there after this long without moving is a person, not a program, and wants to see
 * more.
 */
const patience = 20_000

/**
 * Whether somebody is there to see the element: it is in the window, and its visitor has interacted or stayed for a
 * while.
 */
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
