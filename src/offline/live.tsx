import { createRoot } from 'react-dom/client'
import { wallClock } from './clock.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import { leftDrafts } from '#src/lib/leftDrafts.ts'
import { sweepDrafts } from './drafts.ts'
import { giveUp } from './giveUp.ts'
import { mayReload } from './mayReload.ts'
import { memory } from './memory.ts'
import { network } from './network.ts'
import { createNetworkService } from './networkService.ts'
import { NetworkView } from './NetworkView.tsx'
import { root } from './NetworkView.css.ts'
import { followOtherTabs } from './otherTabs.ts'
import { probe } from './probe.ts'
import { keepPlace } from './place.ts'
import { allIsSent } from './queued.ts'
import { readWhatIsAhead } from './readAnew.ts'
import type { Surroundings } from './startNetwork.ts'

let service: ReturnType<typeof createNetworkService> | null = null

/** The network state of this page, and what the screen shows of it. */
export function live({ queryClient, router }: Surroundings) {
  if (service) return service
  const made = createNetworkService({
    clock: wallClock,
    memory,
    isOnline: () => navigator.onLine,
    probe,
    giveUp: () => giveUp(queryClient),
    mayReload: () => mayReload(queryClient),
    settle: () => allIsSent(queryClient),
    reload: () => {
      keepPlace()
      location.reload()
    },
  })
  service = made
  sweepDrafts()
  leftDrafts.sweep()
  followOtherTabs(queryClient)
  const tell = () => network.set(made.view().state)
  made.subscribe(tell)
  // The browser may have changed its view while this code was on its way.
  tell()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    made.seen()
    void readWhatIsAhead(queryClient)
  })
  window.addEventListener('pageshow', made.seen)
  router.subscribe('onRendered', ({ pathChanged }) => pathChanged && made.moved())
  router.subscribe('onBeforeLoad', () => {
    made.opening()
    void readWhatIsAhead(queryClient)
  })
  const lookForFailures = () => {
    const isMissing = router.state.matches.some(({ status, error }) => status === 'error' && isUnheard(error))
    if (isMissing) void made.needed()
  }
  router.subscribe('onResolved', () => {
    made.opened()
    lookForFailures()
  })
  lookForFailures()

  // A tree of its own: it must be able to speak even if a page has failed.
  const place = document.body.appendChild(document.createElement('div'))
  place.className = root
  createRoot(place).render(
    <NetworkView
      service={made}
      queryClient={queryClient}
      onShowSaved={() => void router.navigate({ to: '/saved' })}
    />,
  )
  return made
}
