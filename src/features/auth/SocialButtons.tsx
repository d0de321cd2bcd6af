import { useId, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import googleMark from './google.svg'
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
          <img className={css.mark} src={googleMark} width="18" height="18" alt="" />
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
