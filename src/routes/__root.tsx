import type { QueryClient } from '@tanstack/react-query'
import { Outlet, createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { headOf } from '#src/lib/pageHead.ts'
import { LostPage } from '#src/shell/LostPage.tsx'
import { Shell } from '#src/shell/Shell.tsx'

type ShopContext = {
  queryClient: QueryClient
  /** Whether a path of this shop is one of its pages. */
  isPlace: (path: string) => boolean
}

export const Route = createRootRouteWithContext<ShopContext>()({
  // If no route but this one matches, there is no such page.
  head: ({ matches }) =>
    headOf(
      matches.length === 1 ? `Page not found | ${shop.name}` : `${shop.name} | ${shop.tagline}`,
      import.meta.env.SSR && {
        description:
          'Rings, earrings, bracelets, chains, anklets, pendants and gifts in gold, silver and platinum.',
        openGraph: { site_name: shop.name, type: 'website', locale: 'en_GB' },
      },
    ),
  component: RootPage,
  notFoundComponent: lazyRouteComponent(() => import('#src/shell/NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: lazyRouteComponent(
    () => import('#src/shell/ErrorPage.tsx').catch(() => ({ BareErrorPage: LostPage })),
    'BareErrorPage',
  ),
})

function RootPage() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
