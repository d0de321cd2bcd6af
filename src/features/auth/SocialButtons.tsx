import { useId, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import * as css from './SocialButtons.css.ts'

const unavailable = 'Google sign-in is not available here'

/** Signing in with somebody else's account. The second provider lights up once one is configured. */
export function SocialButtons() {
  const [isAsked, setAsked] = useState(false)
  const explanation = useId()
  return (
    <div className={css.root}>
      <p className={css.or}>or</p>
      <div className={css.buttons}>
        <Button tone="secondary" width="full" className={css.button} onClick={() => setAsked(true)}>
          <GoogleMark />
          Continue with Google
        </Button>
        <Button
          tone="secondary"
          width="full"
          className={css.button}
          aria-disabled
          aria-describedby={explanation}
        >
          <AppleMark />
          Continue with Apple
        </Button>
      </div>
      <p className={css.note} id={explanation}>
        Apple sign-in is not offered yet.
      </p>
      <p className={css.note} role="status">
        {isAsked && unavailable}
      </p>
    </div>
  )
}

function GoogleMark() {
  return (
    <svg className={css.mark} viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  )
}

function AppleMark() {
  return (
    <svg className={css.mark} viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="currentColor"
        d="M13.1 9.5c0-1.7 1.4-2.5 1.5-2.6-.8-1.2-2.1-1.4-2.5-1.4-1.1-.1-2.1.6-2.6.6s-1.4-.6-2.3-.6c-1.2 0-2.3.7-2.9 1.7-1.2 2.2-.3 5.3.9 7.1.6.9 1.3 1.8 2.2 1.8.9 0 1.2-.6 2.3-.6s1.4.6 2.3.6 1.6-.9 2.2-1.7c.7-1 1-1.9 1-2-.1 0-2.1-.8-2.1-2.9zM11.3 4.3c.5-.6.8-1.4.7-2.3-.7 0-1.6.5-2.1 1.1-.4.5-.8 1.4-.7 2.2.8.1 1.6-.4 2.1-1z"
      />
    </svg>
  )
}
