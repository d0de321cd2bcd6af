import type { ComponentProps, MouseEvent } from 'react'
import * as css from './Button.css.ts'
import { type ButtonLook, buttonStyle } from './buttonStyle.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import { Spinner } from './Spinner.tsx'

type Props = ComponentProps<'button'> &
  ButtonLook & {
    icon?: IconName | undefined
    /** While true the button keeps the focus and its width, and cannot be pressed again. */
    isBusy?: boolean | undefined
    /** Its label meanwhile: 'Adding…'. */
    busyLabel?: string | undefined
  }

/** `type="button"` by default. With `aria-disabled` it can still be focused but does nothing. */
export function Button({
  tone,
  size,
  width,
  icon,
  isBusy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': isDisabled,
  ...rest
}: Props) {
  const isInert = isBusy || isDisabled === true || isDisabled === 'true'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // preventDefault also keeps a form from being sent twice.
    if (isInert) event.preventDefault()
    else onClick?.(event)
  }
  const look = buttonStyle({ tone, size, width })
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${look} ${className}` : look}
      aria-disabled={isInert || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      <span className={css.labels}>
        <span className={isBusy ? css.resting : css.label} aria-hidden={isBusy || undefined}>
          {icon && <Icon name={icon} size="current" />}
          {children}
        </span>
        {isBusy && (
          <span className={css.label}>
            <Spinner />
            {busyLabel ?? children}
          </span>
        )}
      </span>
    </button>
  )
}
