import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { sayAtHand, whenAtHand } from '#src/lib/atHand.ts'
import { whenIdle } from '#src/offline/idle.ts'
import { install } from '#src/offline/install.ts'
import { recoverLostCode } from '#src/offline/lostCode.ts'
import { attendWorker } from '#src/offline/worker.ts'
import { loadFonts } from '#src/ui/fonts.ts'
import { layOutMore } from '#src/ui/layOutMore.ts'
import { offerNewVersion } from './offerNewVersion.ts'

/**
 * In milliseconds: how long a first visit's worker has to bring the code that is waited for; on most lines it is there
 * by then.
 */
const patience = 30_000

const layOut = () =>
  whenIdle(() => {
    // One part per frame: without a frame between them, two would be laid out at once.
    if (layOutMore()) requestAnimationFrame(layOut)
  })

/** What the shop needs only once its page is there, which in turn loads what is needed only when somebody uses it. */
export async function afterLoad(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  // Before that, its text is in another font's metrics, and would be laid out twice. React's development build takes
  // the mark on markup that has not hydrated for a server mismatch.
  void loadFonts().then(() => import.meta.env.PROD && layOut())
  // At once, because the browser may raise its install prompt at any time.
  install.attend()
  recoverLostCode(queryClient)
  // For itself, because customers' pages load what surrounds it.
  void import('./followTranslation.ts').then(
    ({ followTranslation }) => followTranslation(),
    // What cannot be loaded now is loaded with the next page.
    () => undefined,
  )
  whenAtHand()
    .then(() => import('./atHand.ts'))
    .then(
      ({ atHand }) => atHand(router, queryClient),
      // What cannot be loaded now is loaded with the next page.
      () => undefined,
    )
  if (!('serviceWorker' in navigator && import.meta.env.PROD)) return sayAtHand()
  setTimeout(sayAtHand, patience)
  const { serviceWorker } = navigator
  if (serviceWorker.controller) sayAtHand()
  serviceWorker.addEventListener('controllerchange', sayAtHand, { once: true })
  await attendWorker((version) => offerNewVersion(version, router), sayAtHand)
}
