import { authTexts } from '#contract/authTexts.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import { emailChangeHours, verificationHours } from '#contract/mailedLinks.ts'
import { texts } from '#contract/texts.ts'
import { messageOf } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { useSession } from '#src/lib/useSession.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import { verifyEmail } from './api.ts'
import * as css from './form.css.ts'

/**
 * Redeems the token of a verification email when a button is pressed: email programs open links by themselves, some
 * even run scripts.
 */
export function VerifyEmail({ token, onUsed }: { token: string | undefined; onUsed: () => void }) {
  const { mutate, status, error, isPending } = useOneAtATime(verifyEmail())
  const isAwake = useHydrated()
  const { user } = useSession()
  // The link may be another customer's. Not by their address, which it may just have replaced.
  const name = user && (`${user.first_name} ${user.last_name}`.trim() || user.email)
  const { heir, within } = useHeir()
  const isDone = status === 'success'
  const isDead = token === undefined || (error !== null && isRefused(error))
  // Until our server has said what happens to it, a reload must find it again.
  const settle = (_answer: unknown, failure: Error | null) => {
    if (!failure || isRefused(failure)) onUsed()
  }

  return (
    <>
      <div ref={heir} tabIndex={-1}>
        {isDone && (
          <Notice tone="positive" role="status">
            {authTexts.emailVerified}
          </Notice>
        )}
        {(isDead || (error !== null && !isPending)) && (
          <Notice tone="critical" role="alert">
            {token === undefined ? authTexts.invalidToken : messageOf(error, texts.networkError)}
          </Notice>
        )}
      </div>
      {isDead && (
        <p>
          {`A link works for ${verificationHours} hours, one to a new address for ${emailChangeHours}. `}
          {name
            ? `This browser is logged in as ${name}. If the link was for that account, it can send you another.`
            : 'If your address is verified already, simply log in; if not, your account can send you another.'}
        </p>
      )}
      {!isDead && !isDone && <p>One press, and we know that this address is yours.</p>}
      <div className={css.actions} {...within}>
        {isDead || isDone ? (
          <Link to={name ? '/account' : '/login'} className={buttonStyle()}>
            {name ? `Account of ${name}` : 'Login'}
          </Link>
        ) : (
          // All that there is to press here: before it can do anything, it must not look as if it could.
          <Button
            aria-disabled={!isAwake}
            isBusy={isPending}
            busyLabel="Verifying your email…"
            onClick={() => mutate(token, { onSettled: settle })}
          >
            Confirm my email address
          </Button>
        )}
        <Link to={isDone ? '/products' : '/contact'} className={buttonStyle({ tone: 'secondary' })}>
          {isDone ? 'Continue Shopping' : 'Contact us'}
        </Link>
      </div>
    </>
  )
}
