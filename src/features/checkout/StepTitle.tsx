import { useEffect, useRef } from 'react'
import * as css from './steps.css.ts'

/** Heads a step; takes the focus when the step has just been entered, so that the reader is there too. */
export function StepTitle({ hasMoved, children }: { hasMoved: boolean; children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasMoved) ref.current?.focus()
  }, [hasMoved])
  return (
    <h2 ref={ref} tabIndex={-1} className={css.title}>
      {children}
    </h2>
  )
}
