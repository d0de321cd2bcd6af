import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import { savesData } from './lib/savesData.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { routeTree } from './routeTree.gen.ts'

/** The shop's router over one query cache: the same on the server, with a history of its own, and in the browser. */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    defaultErrorComponent: lazyRouteComponent(() => import('./shell/ErrorPage.tsx'), 'ErrorPage'),
    defaultNotFoundComponent: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
    // Freshness is the query cache's affair; the router only starts the reads.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The server would write an inline script for it, which the content security policy rightly forbids.
    scrollRestoration: !import.meta.env.SSR,
    // Styles ask for smooth scrolling, which is for places within a page: a new one would fly past from its end.
    scrollRestorationBehavior: 'instant',
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
  })
  const { preloadRoute } = router
  // Checked at each preload, because a browser often finds out only later how slow the line is, and an existing link
  // would not hear of it.
  router.preloadRoute = async (options) => (savesData() ? undefined : preloadRoute(options))
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface HistoryState {
    /** In the checkout: where in the browser's way its first page stands. */
    checkoutFrom?: number
    /** On a piece's page: the piece that the link meant. */
    productId?: number
    /** On a piece's page: the shopper came from their wishlist, and that is what lies behind. */
    fromWishlist?: boolean
  }
  interface StaticDataRouteOption {
    /** A calm page of its own, without the shop's menus around it. */
    chrome?: 'quiet'
  }
}
