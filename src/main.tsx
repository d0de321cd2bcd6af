import type { DehydratedState } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { AppError } from './lib/AppError.ts'
import { breathe } from './lib/breathe.ts'
import { listenEarly, putBackEarly } from './lib/early.ts'
import { wakeIslands, whenLoaded } from './lib/island.ts'
import { keepShown } from './lib/keepShown.ts'
import { loadForFrame } from './lib/loadForFrame.ts'
import { createQueryClient } from './lib/queryClient.ts'
import { savedFirst } from './offline/savedFirst.ts'
import { needNetwork, startNetwork } from './offline/startNetwork.ts'
import { makeRouter } from './router.tsx'
import { sayFailure } from './shell/sayFailure.ts'

const queryClient = createQueryClient({
  say: sayFailure,
  unheard: needNetwork,
  persister: savedFirst,
})

/** A page whose data cannot be had says so itself; React would report it as a fault of the shop's as well. */
const expected = {
  onCaughtError(error: unknown) {
    if (!(error instanceof AppError)) console.error(error)
  },
}

/**
 * A reader who has begun to scroll, or whom the browser has put back where they were, must not be thrown to the top as
 * the page hydrates.
 */
function stay({ options, latestLocation: { href }, subscribe }: AnyRouter) {
  options.scrollRestoration = ({ location }) => scrollY === 0 || location.href !== href
  const stop = subscribe('onRendered', () => {
    options.scrollRestoration = true
    stop()
  })
}

// The router would load the page anew for code that is lost, also into a line that is dead; this is how it records that
// it has. When that is of use, and of no harm, `src/offline/lostCode.ts` knows.
window.addEventListener('vite:preloadError', ({ payload }) => {
  try {
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, '1')
  } catch {
    // Refused: the router finds nothing there either, and fails to note it.
  }
})

async function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('No #root')
  const known = document.getElementById('state')?.textContent
  // Parts of the page need this one and may run it before the others have come, or are lost: without them the shop would
  // take away a page that can be read.
  await window.early?.whole
  await breathe()
  const { queries = [] }: Partial<DehydratedState> = JSON.parse(known || '{}')
  // Not with `hydrate`: it would bring all the code that dehydrates and restores, which no first view needs. And by the
  // server's clock: if this device's is behind, data that seem to come from the future are fetched again.
  const latest = Date.now() + 60_000
  for (const { queryKey, state } of queries) {
    const { data, dataUpdatedAt: at } = state
    queryClient.setQueryData(queryKey, data, { updatedAt: at > latest ? latest - 120_000 : at })
  }

  await breathe()
  const { href, path } = root.dataset
  const router = makeRouter(queryClient)
  await breathe()
  startNetwork({ queryClient, router })
  // After everything that can be read and used without it; what cannot be loaded now is loaded with the next page.
  whenLoaded()
    .then(() => import('./shell/afterLoad.ts'))
    .then(
      ({ afterLoad }) => afterLoad(router, queryClient),
      () => undefined,
    )
  router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    const titles = router.state.matches.flatMap(({ meta = [] }) => meta.flatMap((tag) => tag?.title ?? []))
    document.title = titles.at(-1) ?? document.title
    // What a document tells crawlers and other sites applies to the page it came with.
    if (fromLocation && pathChanged)
      for (const tag of document.querySelectorAll('[data-head]:not(title)')) tag.remove()
  })
  const isBareFrame = (href ?? path) === undefined
  // Tells the router that the server's markup has no Suspense boundary around the root.
  if (!isBareFrame) router.ssr = { manifest: undefined }
  const [matched] = router.getMatchedRoutes(location.pathname)
  const isCustomers = matched.some(({ id }) => id.startsWith('/_customer'))
  await (isBareFrame || isCustomers ? loadForFrame(router) : router.load())
  await breathe()
  router.subscribe('onBeforeNavigate', wakeIslands)

  const app = <RouterProvider router={router} />
  const { location: place, matches } = router.state
  const isShown =
    path === undefined
      ? // The server never receives the fragment, so it cannot repeat it.
        href === place.href.split('#')[0]
      : // If only the root route matches, the page says that there is none.
        path === (matches.length === 1 ? '*' : place.pathname)
  // A guard may have redirected elsewhere than what the document shows, and a frame shows no page at all.
  if (isShown) {
    stay(router)
    keepShown(router)
    putBackEarly()
    startTransition(() => void hydrateRoot(root, app, expected))
  } else {
    // What was used is about to go.
    for (const control of window.early?.held.keys() ?? []) window.early?.release(control)
    wakeIslands()
    createRoot(root, expected).render(app)
  }
  listenEarly(root)
}

void start()
