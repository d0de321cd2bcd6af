import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/about_us/site_map')({
  head: () =>
    pageHead(
      'Site map',
      import.meta.env.SSR && {
        description: `Every page of the ${shop.name} shop, in one place.`,
        path: '/about_us/site_map',
      },
    ),
  component: SiteMap,
})
