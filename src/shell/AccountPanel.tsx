import { Link } from '@tanstack/react-router'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmailAddress } from '#src/ui/EmailAddress.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './AccountMenu.css.ts'
import { accountLinks } from './accountLinks.ts'
import { SignOutButton } from './SignOutButton.tsx'
import { useSignOut } from './useSignOut.ts'

/** The content of the account menu: for a guest the ways to sign in, for a customer their own pages and signing out. */
export function AccountPanel({ onSignedOut }: { onSignedOut: () => void }) {
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
        <p className={css.email}>
          <EmailAddress of={customer.email} />
        </p>
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
          <SignOutButton className={css.item} onSignedOut={onSignedOut} />
        </li>
      </ul>
    </>
  )
}
