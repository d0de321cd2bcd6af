import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useRouter } from '@tanstack/react-router'
import { installTexts } from '#contract/installTexts.ts'
import { install } from '#src/offline/install.ts'
import { latePart } from '#src/lib/latePart.ts'
import { useSession } from '#src/lib/useSession.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { BlockingLoader } from './BlockingLoader.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'
import { keepFooterOffstage } from './footerOffstage.ts'
import { useIsQuiet } from './useIsQuiet.ts'

// Guests have neither cart nor wishlist.
const CountAnnouncer = latePart(async () => (await import('./CountAnnouncer.tsx')).CountAnnouncer)
const AppBadge = latePart(async () => (await import('./AppBadge.tsx')).AppBadge)
// Most visitors use a browser tab, and only look around.
const BottomBar = latePart(async () => (await import('./BottomBar.tsx')).BottomBar)
const InstallOffer = latePart(async () => (await import('./InstallOffer.tsx')).InstallOffer)

const none = () => null
const onPhone = matchMediaOf('(display-mode: standalone) and (max-width: 767.98px)')

/** Whether a media query holds, as a store that React follows. */
function matchMediaOf(query: string) {
  const list = import.meta.env.SSR ? null : matchMedia(query)
  return {
    holds: () => list?.matches ?? false,
    subscribe: (listener: () => void) => {
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
  }
}

/** The parts that announce events: a page loading or loaded, changed counts in the header. */
export function Beside() {
  const router = useRouter()
  useEffect(() => keepFooterOffstage(router), [router])
  const { isAuthenticated } = useSession()
  const found = useSyncExternalStore(install.subscribe, install.offer, none)
  const isQuiet = useIsQuiet()
  const offer = isQuiet && found?.moment !== 'order' ? null : found
  const hasBar = useSyncExternalStore(onPhone.subscribe, onPhone.holds, none)
  return (
    <>
      <BlockingLoader />
      <RouteAnnouncer />
      {isAuthenticated && (
        <Suspense>
          <CountAnnouncer />
          <AppBadge />
        </Suspense>
      )}
      <Suspense>
        {hasBar && <BottomBar />}
        {offer && <InstallOffer way={offer.way} />}
      </Suspense>
      {/* In place before the offer is, or screen readers would not announce it. */}
      <p className={visuallyHidden} role="status">
        {offer && installTexts.title}
      </p>
    </>
  )
}
