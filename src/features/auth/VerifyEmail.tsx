import { authTexts } from '#contract/authTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { useRef } from 'react'
import { emailChangeHours, verificationHours } from '#contract/mailedLinks.ts'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { verifyEmail } from './api.ts'
import * as css from './form.css.ts'

/** Redeems the token of a verification mail, at a press: mail programs open links on their own, some with all scripts. */
export function VerifyEmail({ token, onUsed }: { token: string | undefined; onUsed: () => void }) {
  const { mutate, status, error, isPending } = useMutation(verifyEmail())
  const isAwake = useHydrated()
  const outcome = useRef<HTMLDivElement>(null)
  const isDone = status === 'success'
  const mayRetry = error instanceof AppError && error.isUnanswered
  const isRefused = token === undefined || (error !== null && !mayRetry)
  const confirm = (proof: string) => {
    onUsed()
    // The button goes away, so the keyboard goes on from what it brought about.
    mutate(proof, { onSettled: () => outcome.current?.focus() })
  }

  return (
    <>
      <div ref={outcome} tabIndex={-1}>
        {isDone && (
          <Notice tone="positive" role="status">
            {authTexts.emailVerified}
          </Notice>
        )}
        {(isRefused || (error !== null && !isPending)) && (
          <Notice tone="critical" role="alert">
            {token === undefined ? authTexts.invalidToken : messageOf(error, texts.networkError)}
          </Notice>
        )}
      </div>
      {isRefused && (
        <p>
          {`A link works for ${verificationHours} hours, one to a new address for ${emailChangeHours}. `}
          If your address is verified already, simply log in.
        </p>
      )}
      {!isRefused && !isDone && <p>One press, and we know that this address is yours.</p>}
      <div className={css.actions}>
        {isRefused || isDone ? (
          <Link to="/login" className={buttonStyle()}>
            Login
          </Link>
        ) : (
          // All that there is to press here: before it can do anything, it must not look as if it could.
          <Button
            aria-disabled={!isAwake}
            isBusy={isPending}
            busyLabel="Verifying your email…"
            onClick={() => confirm(token)}
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
