import { dehydrate } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { PageRenderer, RenderedPage } from '#contract/page.ts'
import { headTags, renderHead } from './lib/head.ts'
import { setTransport } from './lib/client.ts'
import { loadIslands } from './lib/island.ts'
import { createQueryClient } from './lib/queryClient.ts'
import { makeRouter } from './router.tsx'

export const connect: PageRenderer['connect'] = setTransport

export async function renderPage(href: string, origin: string): Promise<RenderedPage> {
  // A failure that matters reaches the page's error boundary; there is nobody here to show a toast to.
  const queryClient = createQueryClient({ say: () => undefined })
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [href] }))
  await router.load()
  // Only now: a route's islands are known once its code is here.
  await loadIslands()
  const result = router._serverResult
  if (result?.type === 'redirect') {
    return {
      kind: 'redirect',
      status: result.redirect.status,
      location: result.redirect.headers.get('Location') ?? '/',
    }
  }
  const html = renderToString(<RouterProvider router={router} />)
  const hoisted = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? ''
  const matches = router.state.matches
  const page: RenderedPage = {
    kind: 'page',
    status: result?.status ?? 200,
    href: router.state.location.href,
    head: hoisted + renderHead(headTags(matches), origin),
    app: html.slice(hoisted.length),
    state: dehydrate(queryClient),
    routeIds: matches.map((match) => match.routeId),
    isShared: !matches.some((match) => match.routeId.startsWith('/_customer')),
  }
  queryClient.clear()
  return page
}
