import { Link } from '@tanstack/react-router'
import { type FocusEvent, useId, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { useCloseOutside } from '#src/ui/useCloseOutside.ts'
import * as css from './AccountNav.css.ts'
import type { Tab } from './tabNames.ts'
import { tabLabel, tabs } from './tabs.ts'

/** The parts of the account: always visible on larger screens, opened with a button on small ones. */
export function AccountNav({ tab: current }: { tab: Tab }) {
  const [isOpen, setOpen] = useState(false)
  const root = useCloseOutside<HTMLElement>(isOpen, setOpen)
  const id = useId()

  // Safari gives the focus to no link that a mouse presses: closed then, it would go from under the press.
  const closeOnLeave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only listens to what its links do
    <nav ref={root} className={css.root} aria-label="Account" onBlur={closeOnLeave}>
      <button
        type="button"
        className={css.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <span className={visuallyHidden}>Part of your account: </span>
          {tabLabel(current)}
        </span>
        <Icon name="chevronDown" size="s" className={css.arrow} />
      </button>
      <ul id={id} className={isOpen ? css.list.open : css.list.closed}>
        {tabs.map(({ tab, label, icon }) => (
          <li key={tab}>
            <Link
              to="/account"
              search={{ tab }}
              className={css.item}
              aria-current={tab === current ? 'page' : undefined}
              onClick={() => setOpen(false)}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
