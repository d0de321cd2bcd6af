import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { passwordTexts, resetLinkMinutes } from '#contract/passwordTexts.ts'
import { useSession } from '#src/lib/useSession.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { focusHeading } from './focusHeading.ts'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import * as css from './password.css.ts'

/** Asking for a new password; what it says afterwards is the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  // Where a customer is logged in, perhaps another, the login would only lead into the shop as theirs.
  const [to, onward] = useSession().isAuthenticated
    ? (['/', 'Continue Shopping'] as const)
    : (['/login', passwordTexts.returnToLogin] as const)

  const show = (sent: boolean) => {
    flushSync(() => setSent(sent))
    focusHeading()
  }
  const confirm = (asked: string) => {
    setEmail(asked)
    show(true)
  }

  if (isSent) {
    return (
      <AuthLayout
        place="Your account"
        title={passwordTexts.checkYourEmail}
        lead={
          <>
            If there is an account with <strong className={css.address}>{email}</strong>, a link to choose a
            new password is on its way to it.
          </>
        }
      >
        <div className={css.short}>
          <p className={css.note}>
            It works for {resetLinkMinutes} minutes. Nothing there after a while? Please look among your
            unwanted mail, or try again.
          </p>
          <div className={css.actions}>
            <Link to={to} className={buttonStyle({ width: 'full' })}>
              {onward}
            </Link>
            <Button tone="secondary" width="full" onClick={() => show(false)}>
              Try again
            </Button>
          </div>
        </div>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      place="Your account"
      title="Forgot your password?"
      lead="Tell us your email address, and we will send you a link to choose a new one."
    >
      <div className={css.short}>
        <ForgotPasswordForm email={email} onSent={confirm} />
        <p className={css.aside}>
          {to === '/login' && 'Remembered it? '}
          <Link to={to}>{onward}</Link>
        </p>
      </div>
    </AuthLayout>
  )
}
