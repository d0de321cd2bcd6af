import { type ComponentProps, type ReactNode, useId } from 'react'
import * as css from './Choice.css.ts'
import { FieldError } from './FieldError.tsx'

type ChoiceGroupProps = {
  legend: ReactNode
  error?: string | undefined
  /** The id of its first control, by which `useFieldErrors` finds what is wrong with the choice. */
  first?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** The legend of a set of radio cards or checkboxes, and what is wrong with the choice. */
export function ChoiceGroup({ legend, error, first, className, children }: ChoiceGroupProps) {
  const own = useId()
  const id = `${first ?? own}-error`
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

/** One of several options: an address, a delivery method. `children` are the lines under the title. */
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
