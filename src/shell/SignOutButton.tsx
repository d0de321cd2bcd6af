import { authTexts } from '#contract/authTexts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { useSignOut } from './useSignOut.ts'

type Props = { className: string; onSignedOut?: (() => void) | undefined }

/** Ends the session; disabled while that is under way. */
export function SignOutButton({ className, onSignedOut }: Props) {
  const { isSigningOut, signOut } = useSignOut()
  return (
    <button
      type="button"
      className={className}
      disabled={isSigningOut}
      aria-disabled={isSigningOut}
      aria-busy={isSigningOut}
      onClick={() => void signOut().then(onSignedOut)}
    >
      {isSigningOut ? <Spinner /> : <Icon name="logOut" />}
      {isSigningOut ? authTexts.signingOut : authTexts.signOut}
    </button>
  )
}
