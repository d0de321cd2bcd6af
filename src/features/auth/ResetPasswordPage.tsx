import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { redirectAfterPasswordReset } from '#contract/constants.ts'
import { wayBackDays } from '#contract/mailedLinks.ts'
import { passwordTexts, resetLinkMinutes } from '#contract/passwordTexts.ts'
import { resetTexts } from '#contract/resetTexts.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { focusHeading } from './focusHeading.ts'
import * as css from './password.css.ts'
import { checkResetLink, isRefusedLink, resetPassword } from './passwordApi.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import { isResetInDoubt, useResetToken } from './resetToken.ts'

const newLink = 'Send a New Link'

type Props = {
  /** The token from the emailed link. */
  given: string | undefined
  /** Called once the token is kept: it can leave the address bar. */
  onRead: () => void
  /** The way to the login, where a customer is logged in on this browser, who may be another. */
  pastCustomer?: ReactNode
  /** Called some seconds after the new password was accepted, unless a customer is logged in. */
  onLeave: () => void
}

/** Chooses a new password with an emailed link. */
export function ResetPasswordPage({ given, onRead, pastCustomer, onLeave }: Props) {
  const kept = useResetToken(given, onRead)
  const [opened, setOpened] = useState(kept)
  if (kept && kept !== opened) setOpened(kept)
  const { mutate: check, error: refusal } = useMutation(checkResetLink())
  const resetting = useMutation(resetPassword())
  const [isInDoubt, setInDoubt] = useState(() => isResetInDoubt(given))
  const isSent = isInDoubt || resetting.isPending
  // What is kept goes with a session of long ago, which is found to be over while the password is being chosen.
  const token = kept === null && !isSent ? (opened ?? null) : kept
  const [outcome, setOutcome] = useState<'reset' | 'dead' | null>(null)

  useEffect(() => {
    // If the check gets no answer, the form stays: sending it checks again.
    if (token) check(token)
  }, [token, check])

  const end = (how: 'reset' | 'dead') => {
    setOutcome(how)
    // It holds the password, and this page may stay open.
    resetting.reset()
  }
  const isDead = outcome === 'dead' || isRefusedLink(refusal)
  const isDecided = isDead || outcome
  useEffect(() => {
    // The form has gone, perhaps from under whoever was typing. Who is at something that stays is not disturbed.
    if (isDecided && document.activeElement === document.body) focusHeading()
  }, [isDecided])
  const leave = useEffectEvent(onLeave)
  const leaves = outcome === 'reset' && !pastCustomer
  useEffect(() => {
    if (!leaves) return
    const timer = setTimeout(leave, redirectAfterPasswordReset)
    return () => clearTimeout(timer)
  }, [leaves])

  const toLogin = (words: string, tone?: 'secondary') =>
    pastCustomer ?? (
      <Link to="/login" className={buttonStyle({ tone, width: 'full' })}>
        {words}
      </Link>
    )
  if (outcome === 'reset') {
    return (
      <View title="You have a new password">
        <Notice tone="positive" role="status">
          {passwordTexts.reset}
        </Notice>
        {!pastCustomer && (
          <p className={css.note}>
            You have been logged out everywhere. In a moment you can log in with your new password.
          </p>
        )}
        {toLogin('Login')}
      </View>
    )
  }
  // With the session in this browser, which a new password ends, the token goes too.
  if (isSent && (isDead || token === null)) {
    return (
      <View title="Try your new password">
        <Notice tone="warning" role="alert">
          {resetTexts.mayBeSet}
        </Notice>
        <p className={css.note}>
          You sent it, and no answer reached you. If you sent more than one, the first may be the one that
          counts. If none is taken, please have a new link sent.
        </p>
        <div className={css.actions}>
          {toLogin('Login')}
          <Link to="/forgot-password" className={buttonStyle({ tone: 'secondary', width: 'full' })}>
            {newLink}
          </Link>
        </div>
      </View>
    )
  }
  if (isDead || token === null) {
    return (
      <View title={isDead ? passwordTexts.invalidToken : passwordTexts.noLink}>
        <Notice tone="critical" role="alert">
          {isDead
            ? `A link works once, for ${resetLinkMinutes} minutes, and only the newest one counts. One that takes an account back from somebody else works for ${wayBackDays} days.`
            : 'This page needs the link from our mail. Please open it there, whole, or ask for a new one.'}
        </Notice>
        <div className={css.actions}>
          <Link to="/forgot-password" className={buttonStyle({ width: 'full' })}>
            {newLink}
          </Link>
          {toLogin(passwordTexts.returnToLogin, 'secondary')}
        </div>
      </View>
    )
  }
  return (
    <View title="Choose a new password">
      {token !== undefined && (
        <>
          <ResetPasswordForm
            token={token}
            resetting={resetting}
            onReset={() => end('reset')}
            onUnheard={() => setInDoubt(true)}
            onDeadLink={() => end('dead')}
          />
          <p className={css.aside}>
            <Link to="/forgot-password">Ask for a new link</Link>
            {!pastCustomer && (
              <>
                {' or '}
                <Link to="/login">{passwordTexts.returnToLogin}</Link>
              </>
            )}
          </p>
        </>
      )}
    </View>
  )
}

function View({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthLayout place="Your account" title={title}>
      <div className={css.tall}>{children}</div>
    </AuthLayout>
  )
}
