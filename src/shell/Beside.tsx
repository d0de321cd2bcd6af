import { Suspense, lazy } from 'react'
import { useSession } from '#src/lib/useSession.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenUsed } from '#src/lib/island.ts'
import { BlockingLoader } from './BlockingLoader.tsx'
import { RouteAnnouncer } from './RouteAnnouncer.tsx'

// Guests have neither cart nor wishlist.
const CountAnnouncer = lazy(async () => ({ default: (await import('./CountAnnouncer.tsx')).CountAnnouncer }))

/** What speaks of what goes on: another page on its way or come, other counts in the header. */
export function Beside() {
  const { isAuthenticated } = useSession()
  const router = useRouter()
  useEffect(() => {
    whenUsed()
      .then(() => import('./travel.ts'))
      .then(
        ({ letPicturesTravel }) => letPicturesTravel(router),
        // Without it pictures stay where they are.
        () => undefined,
      )
  }, [router])
  return (
    <>
      <BlockingLoader />
      <RouteAnnouncer />
      {isAuthenticated && (
        <Suspense>
          <CountAnnouncer />
        </Suspense>
      )}
    </>
  )
}
