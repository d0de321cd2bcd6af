import { useRef } from 'react'

/**
 * For a control that disappears when used: the element with the ref `heir` then gets the focus, which would otherwise
 * be lost. Attach `within` to an element around the control. If one is nested in another, the inner heir has to come
 * first in the page.
 */
export function useHeir(options?: FocusOptions) {
  // React fires no blur event when it removes the focused element.
  const isWithin = useRef(false)
  return {
    /** A new function each time, so that React calls it after every render. */
    heir: (element: HTMLElement | null) => {
      if (!element || !isWithin.current || document.activeElement !== document.body) return
      // Once: if the heir is inside the same element, its own focus event sets this again.
      isWithin.current = false
      element.focus(options)
    },
    within: {
      onFocus: () => void (isWithin.current = true),
      onBlur: () => void (isWithin.current = false),
    },
  }
}
