import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { content } from '#src/features/content/api.ts'
import { Shell } from '#src/shell/Shell.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { title: `${shop.name} | ${shop.tagline}` },
      {
        name: 'description',
        content:
          'Rings, earrings, bracelets, chains, anklets, pendants and gifts in gold, silver and platinum.',
      },
      { property: 'og:site_name', content: shop.name },
      { property: 'og:type', content: 'website' },
      { property: 'og:locale', content: 'en_GB' },
    ],
  }),
  // The announcement has a fallback text, so its failure must not cost the page.
  loader: ({ context }) => context.queryClient.prefetchQuery(content.offerLine()),
  component: RootPage,
  notFoundComponent: lazyRouteComponent(() => import('#src/shell/NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: lazyRouteComponent(() => import('#src/shell/ErrorPage.tsx'), 'BareErrorPage'),
})

function RootPage() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
