import type { ReactNode, Ref } from 'react'
import { type DrawingName, drawings } from './drawings.ts'
import * as css from './EmptyState.css.ts'

type Props = {
  drawing: DrawingName
  title: string
  /** `h1` if this is all there is on the page. */
  heading?: 'h1' | 'h2' | 'h3' | undefined
  /** If the heading may have to take the focus. */
  headingRef?: Ref<HTMLHeadingElement> | undefined
  children?: ReactNode
  /** The one thing to do next. */
  action?: ReactNode
}

/** Nothing here yet: a small drawing, a sentence, one action. */
export function EmptyStateDrawn({
  drawing,
  title,
  heading: Heading = 'h2',
  headingRef,
  children,
  action,
}: Props) {
  return (
    <div className={css.root}>
      <svg className={css.drawing} viewBox="0 0 96 96" aria-hidden="true">
        <path d={drawings[drawing].lines} />
        <path className={css.gold} d={drawings[drawing].gold} />
      </svg>
      <Heading ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={css.title}>
        {title}
      </Heading>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
