import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { PageRenderer, RenderedPage } from '#contract/page.ts'
import { providerKeys } from '#contract/providers.ts'
import { provider } from './features/auth/api.ts'
import { content } from './features/content/api.ts'
import { AppError } from './lib/AppError.ts'
import { headTags, renderHead, withSharing } from './lib/head.ts'
import { withPolicies } from './lib/policyData.ts'
import { setTransport } from './lib/client.ts'
import { loadIslands } from './lib/island.ts'
import { leadsSomewhere as leadsSomewhereOf } from './lib/leadsSomewhere.ts'
import { createQueryClient } from './lib/queryClient.ts'
import { makeRouter } from './router.tsx'

export const connect: PageRenderer['connect'] = setTransport

export const renderPage: PageRenderer['renderPage'] = (href, origin) => render(href, origin, false)

// The frame of a customer's own pages, whose content the server leaves to the browser.
export const renderFrame: PageRenderer['renderFrame'] = (origin) => render('/cart', origin, true)

export const leadsSomewhere: PageRenderer['leadsSomewhere'] = (path) => leadsSomewhereOf(routes, path)

export const pieceAt: PageRenderer['pieceAt'] = (path) => {
  const [, { slug = null }, route] = routes.getMatchedRoutes(path)
  return route?.fullPath === '/products/$slug' ? slug : null
}

export const ownSpelling: PageRenderer['ownSpelling'] = (path) => {
  const [, params, route] = routes.getMatchedRoutes(decoded(path))
  if (route === undefined || params['**'] !== undefined) return path
  const names = route.fullPath.split('/')
  const spell = (given: string, index: number) => {
    const name = names[index] ?? given
    return name.startsWith('$') ? given : name
  }
  return path.split('/').map(spell).join('/')
}

/** As the router reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const routes = makeRouter(createQueryClient({ say: () => undefined }), createMemoryHistory())

// Without what a browser writes to its console: here the call's own failure is in the log.
const offerLine = { ...content.offerLine(), meta: {} }

async function render(href: string, origin: string, isFrame: boolean): Promise<RenderedPage> {
  // A failure that matters reaches the page's error boundary; the server has nobody to show a toast to.
  const queryClient = createQueryClient({ say: () => undefined })
  try {
    return await renderWith(queryClient, href, origin, isFrame)
  } finally {
    queryClient.clear()
  }
}

async function renderWith(
  queryClient: QueryClient,
  href: string,
  origin: string,
  isFrame: boolean,
): Promise<RenderedPage> {
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [href] }))
  // The announcement over every page has a fallback text, so its failure must not fail the page.
  await Promise.all([router.load(), queryClient.prefetchQuery(offerLine)])
  // Only on the server, so that the buttons have their providers' names at first and no page pays for a loader: when
  // the browser opens these pages itself, its own calls do as well.
  if (router.state.matches.some(({ routeId }) => routeId === '/login' || routeId === '/sign-up')) {
    await Promise.all(providerKeys.map((key) => queryClient.prefetchQuery(provider(key))))
  }
  // Only now: a route's islands are known once its code is here.
  await loadIslands()
  const result = router._serverResult
  if (result?.type === 'redirect') {
    return {
      kind: 'redirect',
      // The shop's own redirects say which they are; the router's lead to how it spells an address, and always will.
      status: result.redirect.status === 307 ? 308 : result.redirect.status,
      location: result.redirect.headers.get('Location') ?? '/',
    }
  }
  // Checked before rendering, which may begin to refetch what has failed.
  const isWhole = !queryClient
    .getQueryCache()
    .getAll()
    .some(({ state: { error } }) => error !== null && !(error instanceof AppError && error.status < 500))
  const html = renderToString(<RouterProvider router={router} />)
  const hoisted = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? ''
  const { matches } = router.state
  // The frame serves every address, so it says nothing about the one it was rendered for.
  const told = isFrame ? matches.slice(0, 2) : matches
  return {
    kind: 'page',
    status: statusOf(result?.status ?? 200, matches),
    href: router.state.location.href,
    head: hoisted + renderHead(withSharing(withPolicies(headTags(told))), origin),
    app: html.slice(hoisted.length),
    state: dehydrate(queryClient),
    routeIds: told.map((match) => match.routeId),
    isShared: !matches.some((match) => match.routeId.startsWith('/_customer')),
    isWhole,
  }
}

/** The router knows no failure but 500: what the shop cannot read for now is worth asking for again. */
const statusOf = (status: number, matches: readonly { error: unknown }[]): number =>
  status === 500 && matches.some(({ error }) => error instanceof AppError && error.status === 503)
    ? 503
    : status
