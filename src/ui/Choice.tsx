import { type ComponentProps, type ReactNode, useId } from 'react'
import * as css from './Choice.css.ts'
import { hint as hintStyle } from './Field.css.ts'
import { FieldError } from './FieldError.tsx'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** May hold links: 'I agree to the terms'. */
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** A box to tick; the whole line can be pressed. */
export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const described = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `${css.root} ${className}` : css.root}>
      <label className={css.row} htmlFor={controlId}>
        <input
          {...input}
          id={controlId}
          type="checkbox"
          className={css.checkbox}
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

type ChoiceGroupProps = {
  legend: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** Names a set of radio cards or boxes and says what is wrong with the choice. */
export function ChoiceGroup({ legend, error, className, children }: ChoiceGroupProps) {
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={error ? id : undefined}>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.group}>
        {children}
        {error && <FieldError id={id}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}

type RadioCardProps = Omit<ComponentProps<'input'>, 'type' | 'title'> & {
  title: ReactNode
  /** At the end of the first line: a price. */
  aside?: ReactNode
}

/** One of several: an address, a way of delivery. `children` are the lines under the title. */
export function RadioCard({ title, aside, children, className, ...input }: RadioCardProps) {
  return (
    <label className={className ? `${css.card} ${className}` : css.card}>
      <input {...input} type="radio" className={css.cardControl} />
      <span className={css.label}>
        <span className={css.cardTitle}>{title}</span>
        {children && <span className={css.cardText}>{children}</span>}
      </span>
      {aside && <span className={css.cardAside}>{aside}</span>}
    </label>
  )
}
