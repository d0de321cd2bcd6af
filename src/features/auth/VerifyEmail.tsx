import { authTexts } from '#contract/authTexts.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { verifyEmail } from './api.ts'
import * as css from './form.css.ts'

/** Redeems the token of a verification mail, at once and only in a browser. */
export function VerifyEmail({ token, onRead }: { token: string | undefined; onRead: () => void }) {
  const { mutate, status, error } = useMutation(verifyEmail())
  const begin = useEffectEvent(() => {
    onRead()
    if (token !== undefined) mutate(token)
  })
  useEffect(() => begin(), [])

  if (status === 'success') {
    return (
      <>
        <Notice tone="positive" role="status">
          {authTexts.emailVerified}
        </Notice>
        <div className={css.actions}>
          <Link to="/login" className={buttonStyle()}>
            Login
          </Link>
          <Link to="/products" className={buttonStyle({ tone: 'secondary' })}>
            Continue Shopping
          </Link>
        </div>
      </>
    )
  }
  if (status === 'error' || token === undefined) {
    const mayRetry = token !== undefined && error instanceof AppError && error.isUnanswered
    return (
      <>
        <Notice tone="critical" role="alert">
          {token === undefined ? authTexts.invalidToken : messageOf(error, texts.networkError)}
        </Notice>
        {!mayRetry && (
          <p>A link counts for three days. If your address is verified already, simply log in.</p>
        )}
        <div className={css.actions}>
          {mayRetry ? (
            <Button onClick={() => mutate(token)}>Try again</Button>
          ) : (
            <Link to="/login" className={buttonStyle()}>
              Login
            </Link>
          )}
          <Link to="/contact" className={buttonStyle({ tone: 'secondary' })}>
            Contact us
          </Link>
        </div>
      </>
    )
  }
  return <p role="status">Verifying your email…</p>
}
