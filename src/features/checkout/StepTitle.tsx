import { useEffect, useRef } from 'react'
import * as css from './steps.css.ts'

/** Heads each step in turn; takes the focus when it is another than before, so that the reader is there too. */
export function StepTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(children)
  useEffect(() => {
    if (shown.current !== children) ref.current?.focus()
    shown.current = children
  }, [children])
  return (
    <h2 ref={ref} tabIndex={-1} className={css.title}>
      {children}
    </h2>
  )
}
