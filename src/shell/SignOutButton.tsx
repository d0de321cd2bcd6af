import { authTexts } from '#contract/authTexts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { useSignOut } from './useSignOut.ts'

type Props = { className: string; onSignedOut: () => void }

/** Ends the session; meanwhile keeps the focus and ignores further presses. */
export function SignOutButton({ className, onSignedOut }: Props) {
  const { isSigningOut, signOut } = useSignOut()
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isSigningOut}
      aria-busy={isSigningOut}
      onClick={() => void signOut({ onEnded: onSignedOut })}
    >
      {isSigningOut ? <Spinner /> : <Icon name="logOut" />}
      {isSigningOut ? authTexts.signingOut : authTexts.signOut}
    </button>
  )
}
