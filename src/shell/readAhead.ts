import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { whenUsed } from '#src/lib/island.ts'
import { savesData } from '#src/lib/savesData.ts'
import { whenIdle } from '#src/offline/idle.ts'

/** The page that most links of the shop lead to. */
const piecePage = '/products/$slug'

/**
 * Has the code of a piece's page, and of the way to it, at hand before one is tapped: with the visitor's first sign of
 * life, or as soon as the worker has it on this device and it costs no line. Where the visitor saves data, the way alone.
 */
export async function readAhead(
  router: AnyRouter,
  queryClient: QueryClient,
  isKept: Promise<unknown>,
): Promise<void> {
  await Promise.race([whenUsed(), isKept])
  import('./travel.ts').then(
    ({ letPicturesTravel }) => letPicturesTravel(router, queryClient),
    // Without it pictures stay where they are.
    () => undefined,
  )
  if (savesData()) return
  whenIdle(() => {
    // What cannot be had now comes with the page itself.
    Promise.all([
      router.loadRouteChunk(router.routesByPath[piecePage]),
      import('#src/routes/-opening.tsx'),
    ]).catch(() => undefined)
  })
}
