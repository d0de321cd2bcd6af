import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { followCalls } from '#src/lib/client.ts'
import { whenAtHand } from '#src/lib/atHand.ts'
import { whenLoaded } from '#src/lib/island.ts'
import { perTab } from '#src/lib/storage.ts'
import { whenIdle } from './idle.ts'
import type { live } from './live.tsx'

type Network = ReturnType<typeof live>

export type Surroundings = { queryClient: QueryClient; router: AnyRouter }
let surroundings: Surroundings | null = null

/** All network code is loaded once the page is there, or with the first event that concerns it. */
function tell(about: (network: Network) => unknown) {
  if (surroundings === null) return
  const around = surroundings
  import('./live.tsx').then(
    ({ live }) => void about(live(around)),
    // The network was lost before its code was loaded; the next event tries again.
    () => undefined,
  )
}

/** Starts following the network; once, in the browser. */
export function startNetwork(around: Surroundings) {
  surroundings = around
  followCalls((call) => tell((network) => network.follow(call)))
  window.addEventListener('offline', () => tell((network) => network.browserSays(false)))
  window.addEventListener('online', () => tell((network) => network.browserSays(true)))
  if (perTab.get('place') !== null) {
    import('./place.ts').then(
      ({ restorePlace }) => restorePlace(),
      () => undefined,
    )
  }
  void whenLoaded()
    .then(whenAtHand)
    .then(() => whenIdle(() => tell(() => undefined)))
}

/** Reports that something the shopper asked for got no answer; opens the dialog if the network was the cause. */
export const needNetwork = () => tell((network) => network.needed())
