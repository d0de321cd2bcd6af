import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import { leadsSomewhere } from './lib/leadsSomewhere.ts'
import { savesData } from './lib/savesData.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { routeTree } from './routeTree.gen.ts'
import { LostPage } from './shell/LostPage.tsx'

/**
 * The shop's router and its one query cache: the same in the browser and on the server, where it gets a history of its
 * own.
 */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient, isPlace: (path: string): boolean => leadsSomewhere(router, path) },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    defaultErrorComponent: lazyRouteComponent(
      () => import('./shell/ErrorPage.tsx').catch(() => ({ ErrorPage: LostPage })),
      'ErrorPage',
    ),
    defaultNotFoundComponent: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
    // Freshness is the query cache's business; the router only starts the reads.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The server would write an inline script for it, which the content security policy rightly forbids.
    scrollRestoration: !import.meta.env.SSR,
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
  })
  const { preloadRoute } = router
  // Checked at each preload, because a browser often finds out only later how slow the connection is, and existing
  // links would not learn of it.
  router.preloadRoute = async (options) => (savesData() ? undefined : preloadRoute(options))
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface HistoryState {
    /** In the checkout: the history index of its first page. */
    checkoutFrom?: number
    /** At the login: the place to return to is the page before it. */
    isOnTop?: boolean
    /** On a piece's page: the piece that the link meant. */
    productId?: number
    /** On a piece's page: the shopper came from their wishlist, to which 'back' leads. */
    fromWishlist?: boolean
  }
  interface StaticDataRouteOption {
    /** A calm page of its own, without the shop's menus around it. */
    chrome?: 'quiet'
  }
}
