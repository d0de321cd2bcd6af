import { Link } from '@tanstack/react-router'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import * as css from './AccountMenu.css.ts'
import { accountLinks } from './accountLinks.ts'
import { SignOutButton } from './SignOutButton.tsx'
import { useSignOut } from './useSignOut.ts'

/** The account menu of larger screens: opens below its button, closes by Escape and by leaving it. */
export function AccountMenu() {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const closeOnLeave = (event: FocusEvent) => {
    const { relatedTarget } = event
    if (relatedTarget instanceof Node && !event.currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const closeOnChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens to what its controls do
    <div ref={root} className={css.root} onKeyDown={closeByKey} onBlur={closeOnLeave}>
      <IconButton
        icon="user"
        label="Account"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links do
        <div id={id} className={css.panel} onClick={closeOnChoice}>
          <AccountPanel />
        </div>
      )}
    </div>
  )
}

function AccountPanel() {
  const { customer } = useSignOut()
  if (!customer) {
    return (
      <div className={css.welcome}>
        <Link to="/login" className={buttonStyle({ size: 's', width: 'full' })}>
          Login
        </Link>
        <Link to="/sign-up" className={buttonStyle({ tone: 'secondary', size: 's', width: 'full' })}>
          Sign Up
        </Link>
      </div>
    )
  }
  return (
    <>
      <div className={css.customer}>
        <p className={css.name}>{customer.first_name}</p>
        <p className={css.email}>{customer.email}</p>
      </div>
      <ul className={css.items}>
        {accountLinks.map(({ label, to, icon }) => (
          <li key={to}>
            <Link to={to} className={css.item}>
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <SignOutButton className={css.item} />
        </li>
      </ul>
    </>
  )
}
