import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { content } from '#src/features/content/api.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { title: `${shop.name} | ${shop.tagline}` },
      { name: 'description', content: 'Rings, earrings, bracelets, chains, anklets, pendants and gifts.' },
    ],
  }),
  // The announcement has a fallback text, so its failure must not cost the page.
  loader: ({ context }) => context.queryClient.prefetchQuery(content.offerLine()),
  component: Outlet,
})
