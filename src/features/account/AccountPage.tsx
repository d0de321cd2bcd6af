import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import { EmailAddress } from '#src/ui/EmailAddress.tsx'
import { container } from '#src/ui/layout.css.ts'
import { AccountNav } from './AccountNav.tsx'
import * as css from './AccountPage.css.ts'
import type { Tab } from './tabNames.ts'

type Props = {
  user: Pick<User, 'first_name' | 'last_name' | 'email'>
  tab: Tab
  /** The heading of the part that is shown. */
  title: ReactNode
  children: ReactNode
}

/** A customer's account: who they are, links to its parts, and one of them. */
export function AccountPage({ user, tab, title, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(tab)
  useEffect(() => {
    // Not at first: then the whole page is new, and its beginning has the focus.
    if (shown.current !== tab) heading.current?.focus({ preventScroll: true })
    shown.current = tab
  }, [tab])
  return (
    <div className={`${container} ${css.root}`}>
      <aside className={css.side} aria-label="Your account">
        <div className={css.identity}>
          <span className={css.initials} aria-hidden="true">
            {initialsOf(user)}
          </span>
          <div className={css.who}>
            <p className={css.name}>{`${user.first_name} ${user.last_name}`.trim()}</p>
            <p className={css.email}>
              <EmailAddress of={user.email} />
            </p>
          </div>
        </div>
        <AccountNav key={tab} tab={tab} />
      </aside>
      <div className={css.main}>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  )
}

/** `AQ`; of whoever has given no name, the first letter of their address. */
function initialsOf({ first_name, last_name, email }: Props['user']): string {
  const beginningOf = (text: string) => Array.from(text.trim())[0]?.toLocaleUpperCase('en-GB') ?? ''
  return beginningOf(first_name) + beginningOf(last_name) || beginningOf(email)
}
