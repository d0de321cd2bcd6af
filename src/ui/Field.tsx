import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import * as css from './Field.css.ts'
import { FieldError } from './FieldError.tsx'
import { IconButton } from './IconButton.tsx'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and how to put it right; its presence marks the field as invalid. */
  error?: string | undefined
  /** Shows '(optional)' beside the label. */
  isOptional?: boolean | undefined
}

type Wiring = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = FieldTexts & {
  id?: string | undefined
  className?: string | undefined
  children: (wiring: Wiring) => ReactNode
}

/** Label, hint and error around any control; `children` gets the attributes that associate them. */
export function Field({ label, hint, error, isOptional = false, id, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const described = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `${css.root} ${className}` : css.root}>
      <label className={css.label} htmlFor={controlId}>
        {label}
        {isOptional && <span className={css.optional}> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${controlId}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'children'> & FieldTexts

/** One line of text; takes every attribute of `<input>`. */
export function TextField({
  label,
  hint,
  error,
  isOptional,
  id,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => <input {...input} {...wiring} type={type} className={css.input} />}
    </Field>
  )
}

/** An email address: the keyboard for it, and no autocorrection. */
export function EmailField(input: Omit<TextFieldProps, 'type' | 'label'>) {
  return (
    <TextField
      label="Email"
      name="email"
      autoComplete="email"
      {...input}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}

/** A password that can be made visible. */
export function PasswordField({
  label,
  hint,
  error,
  isOptional,
  id,
  className,
  ...input
}: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, isOptional, id, className }}>
      {(wiring) => (
        <span className={css.frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className={css.withToggle}
          />
          <IconButton
            className={css.toggle}
            icon={isShown ? 'eyeOff' : 'eye'}
            label={isShown ? 'Hide password' : 'Show password'}
            aria-controls={wiring.id}
            onClick={() => setShown(!isShown)}
          />
        </span>
      )}
    </Field>
  )
}
