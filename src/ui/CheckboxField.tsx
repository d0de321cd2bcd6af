import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import * as css from './Choice.css.ts'
import { hint as hintStyle } from './Field.css.ts'
import { FieldError } from './FieldError.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** May contain links: 'I agree to the terms'. */
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A checkbox; the whole line can be pressed. With `aria-disabled` it can still be focused, but not changed. */
export function CheckboxField({ label, hint, error, id, className, ...input }: Props) {
  const ownId = useId()
  const controlId = id ?? ownId
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (input['aria-disabled'] !== true) input.onChange?.(event)
  }
  const described = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `${css.root} ${className}` : css.root}>
      <label className={css.row} htmlFor={controlId}>
        <input
          {...input}
          id={controlId}
          type="checkbox"
          className={css.checkbox}
          onChange={change}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span className={css.label}>{label}</span>
      </label>
      {(error || hint) && (
        <div className={css.notes}>
          {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
          {hint && (
            <p id={`${controlId}-hint`} className={hintStyle}>
              {hint}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
