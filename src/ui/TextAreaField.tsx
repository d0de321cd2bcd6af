import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './Field.tsx'
import * as css from './Field.css.ts'

type Props = Omit<ComponentProps<'textarea'>, 'children'> & FieldTexts

/** Several lines of text, growing with its content if the browser can. */
export function TextAreaField({ label, hint, error, isOptional, id, className, ...area }: Props) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className={css.area} />}
    </Field>
  )
}
