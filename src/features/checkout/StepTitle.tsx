import { useEffect, useRef } from 'react'
import { stepTitleId } from './progress.ts'
import * as css from './steps.css.ts'

/** The heading of each step; takes the focus when the step changes, so that a screen reader follows. */
export function StepTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const shown = useRef(children)
  useEffect(() => {
    if (shown.current !== children) ref.current?.focus()
    shown.current = children
  }, [children])
  return (
    <h2 ref={ref} id={stepTitleId} tabIndex={-1} className={css.title}>
      {children}
    </h2>
  )
}
