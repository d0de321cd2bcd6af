import type { ReactNode } from 'react'
import * as css from './Field.css.ts'
import { Icon } from './Icon.tsx'

/** The line under a control that says what is wrong. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error}>
      <Icon name="error" size="s" className={css.errorIcon} />
      <span>{children}</span>
    </p>
  )
}
