import type { ComponentProps } from 'react'
import * as css from './IconButton.css.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'

type Tone = keyof typeof css.tone

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** Read by screen readers and shown on hover: a verb, 'Close'. Include a count here if there is one. */
  label: string
  tone?: Tone | undefined
  count?: number | undefined
}

/** The classes of an icon button, for links that look like one. */
export const iconButtonStyle = (tone: Tone = 'plain') => css.tone[tone]

/** The number on a bag or heart; nothing for 0. Its meaning belongs in the control's label. */
export function CountBadge({ count }: { count: number }) {
  if (count < 1) return null
  return (
    <span className={css.count} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** A button with only an icon, 44 px square. The label of a toggle says what the next press does. */
export function IconButton({
  icon,
  label,
  tone = 'plain',
  count = 0,
  className,
  type = 'button',
  ...rest
}: Props) {
  const look = iconButtonStyle(tone)
  return (
    <button
      title={label}
      {...rest}
      type={type}
      className={className ? `${look} ${className}` : look}
      aria-label={label}
    >
      <Icon name={icon} />
      <CountBadge count={count} />
    </button>
  )
}
