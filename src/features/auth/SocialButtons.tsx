import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { provider } from './api.ts'
import googleMark from './google.svg'
import * as css from './SocialButtons.css.ts'

type Props = {
  /** Where the shopper wants to go. */
  from: string | undefined
  /** For the page to which the provider's answer returns. */
  onSignedIn?: () => void
}

/** Signs in with a third-party account. No second provider can be configured, so its button only says so. */
export function SocialButtons({ from, onSignedIn }: Props) {
  const name = useQuery(provider()).data?.name ?? 'Google'
  const [note, say] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const explanation = useId()

  const run = (work: (social: typeof import('./social.ts')) => Promise<string | null>) =>
    import('./social.ts')
      .then(work, () => texts.networkError)
      .then((trouble) => {
        say(trouble)
        setBusy(false)
      })
  const takeUp = useEffectEvent(() => {
    if (!onSignedIn || !/^#(code|problem)=/.test(window.location.hash)) return
    void run(async (social) => {
      const trouble = await social.takeUp(name)
      if (trouble === null) onSignedIn()
      return trouble
    })
  })
  useEffect(() => takeUp(), [])

  return (
    <div className={css.root}>
      {note && (
        <Notice tone="critical" role="alert">
          {note}
        </Notice>
      )}
      <p className={css.or}>or</p>
      <div className={css.buttons}>
        <Button
          tone="secondary"
          width="full"
          className={css.button}
          isBusy={isBusy}
          busyLabel="One moment…"
          onClick={() => {
            setBusy(true)
            void run((social) => social.begin(from))
          }}
        >
          {name === 'Google' && <img className={css.mark} src={googleMark} width="18" height="18" alt="" />}
          Continue with {name}
        </Button>
        <Button
          tone="secondary"
          width="full"
          className={css.button}
          aria-disabled
          aria-describedby={explanation}
        >
          <span className={css.appleMark} />
          Continue with Apple
        </Button>
      </div>
      <p className={css.note} id={explanation}>
        Apple sign-in is not offered yet.
      </p>
    </div>
  )
}
