import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { savesData } from '#src/lib/savesData.ts'
import { whenIdle } from '#src/offline/idle.ts'

/** The page that most links of the shop lead to. */
const piecePage = '/products/$slug'

/**
 * Preloads the code of a piece's page, and of the transition to it, before one is tapped. If the visitor saves data,
 * only the transition.
 */
export function readAhead(router: AnyRouter, queryClient: QueryClient): void {
  import('./travel.ts').then(
    ({ letPicturesTravel }) => letPicturesTravel(router, queryClient),
    // Without it pictures do not move.
    () => undefined,
  )
  if (savesData()) return
  whenIdle(() => {
    // What cannot be loaded now is loaded with the page itself.
    Promise.all([
      router.loadRouteChunk(router.routesByPath[piecePage]),
      import('#src/routes/-opening.tsx'),
    ]).catch(() => undefined)
  })
}
