import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import * as css from './Pagination.css.ts'
import { pageWindow } from './pages.ts'

/** Renders a link to a page; the caller knows the address. */
export type PageLink = (
  page: number,
  look: { className: string; label: string; children: ReactNode },
) => ReactNode

type Props = { current: number; last: number; link: PageLink }

/**
 * Page numbers around the current one, and links to the first, previous, next and last. Only pages that exist and are
 * not the current one are links.
 */
export function Pagination({ current, last, link }: Props) {
  if (last <= 1) return null
  const { numbers, hasMoreBefore, hasMoreAfter } = pageWindow(current, last)
  const step = (page: number, label: string, icon: IconName, isDouble = false) => (
    <Step
      key={label}
      icon={icon}
      isDouble={isDouble}
      label={label}
      page={page}
      {...{ current, last, link }}
    />
  )
  return (
    <nav className={css.root} aria-label="Pages">
      <div className={css.before}>
        {step(1, 'First page', 'chevronLeft', true)}
        {step(current - 1, 'Previous page', 'chevronLeft')}
      </div>
      <ol className={css.numbers}>
        {hasMoreBefore && <Ellipsis />}
        {numbers.map((page) => (
          <li key={page}>
            {page === current ? (
              <span className={css.current} aria-current="page">
                <span className={css.spoken}>Page </span>
                {page}
              </span>
            ) : (
              link(page, { className: css.number, label: `Page ${page}`, children: page })
            )}
          </li>
        ))}
        {hasMoreAfter && <Ellipsis />}
      </ol>
      <div className={css.after}>
        {step(current + 1, 'Next page', 'chevronRight')}
        {step(last, 'Last page', 'chevronRight', true)}
      </div>
    </nav>
  )
}

const Ellipsis = () => (
  <li className={css.ellipsis} aria-hidden="true">
    …
  </li>
)

type StepProps = Props & { page: number; label: string; icon: IconName; isDouble: boolean }

function Step({ page, current, last, link, label, icon, isDouble }: StepProps) {
  const drawing = (
    <span className={isDouble ? css.double : css.single}>
      <Icon name={icon} size="s" />
      {isDouble && <Icon name={icon} size="s" />}
    </span>
  )
  const isThere = page >= 1 && page <= last && page !== current
  return isThere ? (
    link(page, { className: css.number, label, children: drawing })
  ) : (
    <span className={css.nowhere} aria-hidden="true">
      {drawing}
    </span>
  )
}
