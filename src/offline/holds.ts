import { useEffect } from 'react'

const holds = new Set<object>()

/**
 * Whether a reload would lose something that cannot be kept otherwise, including anything in a form marked
 * `data-unsaved`.
 */
export const isHeld = (): boolean => holds.size > 0 || document.querySelector('[data-unsaved]') !== null

/** Until the returned function is called, no reload happens without the shopper's consent. */
export function hold(): () => void {
  const own = {}
  holds.add(own)
  return () => void holds.delete(own)
}

/** As long as this is true and on the page, it is not reloaded: an order under way, a card saved for it. */
export function useHold(isNeeded: boolean): void {
  useEffect(() => (isNeeded ? hold() : undefined), [isNeeded])
}
