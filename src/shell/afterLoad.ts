import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { keep } from '#src/offline/copies.ts'
import { install } from '#src/offline/install.ts'
import { recoverLostCode } from '#src/offline/lostCode.ts'
import { attendWorker } from '#src/offline/worker.ts'
import { keptPreferences, readPreferences } from '#src/features/guides/cookiePreferences.ts'
import { loadFonts } from '#src/ui/fonts.ts'
import { offerNewVersion } from './offerNewVersion.ts'
import { readAhead } from './readAhead.ts'
import { refreshWhenKept } from './refreshWhenKept.ts'

const never = new Promise<never>(() => undefined)

const mayMeasure = () => readPreferences(keptPreferences.get()).performance

/** What the shop needs only once its page is there. */
export async function afterLoad(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  void loadFonts()
  // At once, because a browser asks when it likes.
  install.attend()
  keep(queryClient)
  recoverLostCode()
  refreshWhenKept(queryClient)
  // What says that something is amiss must be at hand where nothing more can be had.
  void Promise.allSettled([import('./ErrorPage.tsx'), import('#src/ui/Toasts.tsx')])
  if (mayMeasure()) {
    const id = router.getMatchedRoutes(location.pathname)[0].at(-1)?.id
    import('./vitals.ts').then(({ measureVitals }) => measureVitals(id, mayMeasure)).catch(() => undefined)
  }
  const hasWorker = 'serviceWorker' in navigator && import.meta.env.PROD
  void readAhead(router, queryClient, hasWorker ? navigator.serviceWorker.ready : never)
  if (!hasWorker) return
  try {
    await attendWorker((version) => offerNewVersion(version, router))
  } catch {
    // Private windows and some policies refuse workers. The shop works without one.
  }
}
