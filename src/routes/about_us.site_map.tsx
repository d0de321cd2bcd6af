import { createFileRoute } from '@tanstack/react-router'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/about_us/site_map')({
  head: () =>
    pageHead(
      'Site map',
      import.meta.env.SSR && {
        description: 'Every page of the Damson shop, in one place.',
        path: '/about_us/site_map',
      },
    ),
  component: SiteMap,
})
