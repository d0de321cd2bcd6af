import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { ProviderKey } from '#contract/providers.ts'
import { texts } from '#contract/texts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { provider } from './api.ts'
import googleMark from './google.svg'
import * as css from './SocialButtons.css.ts'

const loggingIn = 'Logging in…'

// Apart from what is done without it: the build draws what follows an import into its loading, and a file that stands
// still would end in nothing (`src/lib/loadPart.ts`).
const load = () => import('./social.ts')

type Props = {
  /** Where the shopper wants to go. */
  from: string | undefined
  /** For the page to which the provider's answer returns. */
  onSignedIn?: () => void
}

/**
 * Signs in with a third-party account. The first provider's button can always be pressed, and says so where there is
 * none; the second's is disabled until one is configured (`OIDC_2_ISSUER`), and says why.
 */
export function SocialButtons({ from, onSignedIn }: Props) {
  const queryClient = useQueryClient()
  const name = useQuery(provider('google')).data?.name ?? 'Google'
  const second = useQuery(provider('second')).data
  const [note, say] = useState<string | null>(null)
  const [busy, setBusy] = useState<ProviderKey | null>(null)
  const explanation = useId()

  const run = (work: (social: typeof import('./social.ts')) => Promise<string | null>) =>
    load()
      .then(work, () => texts.networkError)
      .then((trouble) => {
        say(trouble)
        // Signed in: the page is about to change.
        if (trouble !== null) setBusy(null)
      })
  const takeUp = useEffectEvent(() => {
    const { hash } = window.location
    if (!onSignedIn || !/^#(code|problem)=/.test(hash)) return
    // Not in the effect itself, which would render the page once more before it is shown.
    queueMicrotask(() => setBusy(hash.includes('provider=second') ? 'second' : 'google'))
    void run(async (social) => {
      const trouble = await social.takeUp(queryClient)
      if (trouble === null) onSignedIn()
      return trouble
    })
  })
  useEffect(() => takeUp(), [])

  const button = (key: ProviderKey, called: string, isOffered: boolean) => (
    <Button
      tone="secondary"
      width="full"
      className={css.button}
      isBusy={busy === key}
      busyLabel={loggingIn}
      aria-disabled={!isOffered || busy !== null}
      aria-describedby={isOffered ? undefined : explanation}
      onClick={() => {
        setBusy(key)
        // What is said once more is not heard again unless it has gone in between.
        say(null)
        void run((social) => social.begin(key, from))
      }}
    >
      {called === 'Google' && <img className={css.mark} src={googleMark} width="18" height="18" alt="" />}
      {called === 'Apple' && <span className={css.appleMark} />}
      Continue with {called}
    </Button>
  )

  return (
    <div className={css.root}>
      {note && (
        <Notice tone="critical" role="alert">
          {note}
        </Notice>
      )}
      <p className={css.spoken} role="status">
        {busy && loggingIn}
      </p>
      <p className={css.or}>or</p>
      <div className={css.buttons}>
        {button('google', name, true)}
        {second?.enabled ? button('second', second.name, true) : button('second', 'Apple', false)}
      </div>
      {!second?.enabled && (
        <p className={css.note} id={explanation}>
          Apple sign-in is not offered yet.
        </p>
      )}
    </div>
  )
}
