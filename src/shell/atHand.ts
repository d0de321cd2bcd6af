import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { keep } from '#src/offline/copies.ts'
import { keptPreferences, readPreferences } from '#src/features/guides/cookiePreferences.ts'
import { readAhead } from './readAhead.ts'
import { refreshWhenKept } from './refreshWhenKept.ts'

const mayMeasure = () => readPreferences(keptPreferences.get()).performance

/** What the shop needs only once somebody uses it, or once loading its code no longer delays anything. */
export function atHand(router: AnyRouter, queryClient: QueryClient): void {
  keep(queryClient)
  refreshWhenKept(queryClient)
  // What reports a failure must be loaded before the network fails.
  void Promise.allSettled([import('./ErrorPage.tsx'), import('#src/ui/Toasts.tsx')])
  if (mayMeasure()) {
    const id = router.getMatchedRoutes(location.pathname)[0].at(-1)?.id
    import('./vitals.ts').then(({ measureVitals }) => measureVitals(id, mayMeasure)).catch(() => undefined)
  }
  readAhead(router, queryClient)
}
