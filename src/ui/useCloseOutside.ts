import { type RefObject, useEffect, useRef } from 'react'

/**
 * Closes what is open at a press anywhere else. Safari does not focus a button that is tapped, so there is no focus to be
 * lost.
 * @param setOpen of a state, which stays the same
 * @returns for the element that holds what is open and its button
 */
export function useCloseOutside<E extends HTMLElement>(
  isOpen: boolean,
  setOpen: (isOpen: false) => void,
): RefObject<E | null> {
  const root = useRef<E>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen, setOpen])
  return root
}
