import { type RefObject, useEffect, useRef } from 'react'

/**
 * Closes what is open at a press anywhere else, and on Escape wherever the focus is. Safari does not focus a button that
 * is tapped, so there is no focus to be lost, and no key to be heard inside.
 * @param setOpen of a state, which stays the same
 * @returns for the element that holds what is open and its button or link
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
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      // To its button or link, which comes first.
      if (root.current?.contains(document.activeElement))
        root.current.querySelector<HTMLElement>('a, button')?.focus()
      setOpen(false)
    }
    // At once: React lets no press go on that is on a part which has not hydrated.
    document.addEventListener('pointerdown', closeOutside, true)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen, setOpen])
  return root
}
