import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import * as css from './Notice.css.ts'

type Tone = keyof typeof css.tone

const icons: Record<Tone, IconName> = {
  positive: 'check',
  info: 'info',
  warning: 'warning',
  critical: 'error',
  neutral: 'info',
}

type Props = {
  ref?: Ref<HTMLDivElement> | undefined
  tone?: Tone | undefined
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `alert` interrupts, `status` waits its turn; leave it out for what is there from the start. */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
}

/** Something to know, in the flow of the page. */
export function Notice({ ref, tone = 'info', title, children, action, role, className }: Props) {
  return (
    <div ref={ref} className={className ? `${css.tone[tone]} ${className}` : css.tone[tone]} role={role}>
      <Icon name={icons[tone]} className={css.icon[tone]} />
      <div className={css.content}>
        <div className={css.body}>
          {title && <p className={css.title}>{title}</p>}
          {children}
        </div>
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  )
}
