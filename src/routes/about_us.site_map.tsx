import { createFileRoute } from '@tanstack/react-router'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/about_us/site_map')({
  head: () =>
    guideHead({
      title: 'Site map',
      description: 'Every page of the Damson shop, in one place.',
      path: '/about_us/site_map',
    }),
  component: SiteMap,
})
