import { authTexts } from '#contract/authTexts.ts'
import { useSignOut } from '#src/shell/useSignOut.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Who is logged in here, to somebody who may be another, and the way past them: the login would lead to their pages. */
export function LoginAsAnother() {
  const { customer, isSigningOut, signOut } = useSignOut()
  return (
    customer && (
      <>
        <Notice title={`This browser is logged in as ${customer.email}`}>
          <p>To log in as somebody else, or with a new password, please sign out here first.</p>
        </Notice>
        <Button
          width="full"
          isBusy={isSigningOut}
          busyLabel={authTexts.signingOut}
          onClick={() => void signOut({ to: '/login' })}
        >
          Sign Out and Log In
        </Button>
      </>
    )
  )
}
