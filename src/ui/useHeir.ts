import { useRef } from 'react'

/**
 * For a control that goes by what it does: what has the ref `heir` is focused then, instead of nothing at all. `within`
 * belongs to an element around the control. Where one is in another, the inner heir has to come first in the page.
 */
export function useHeir(options?: FocusOptions) {
  // React tells of no blur when it takes away what has the focus.
  const isWithin = useRef(false)
  return {
    /** Another one each time, so that React calls it after every rendering. */
    heir: (element: HTMLElement | null) => {
      if (!element || !isWithin.current || document.activeElement !== document.body) return
      // Once: where the heir is within itself, its own focus says so again.
      isWithin.current = false
      element.focus(options)
    },
    within: {
      onFocus: () => void (isWithin.current = true),
      onBlur: () => void (isWithin.current = false),
    },
  }
}
