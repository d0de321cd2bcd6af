import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { AboutGuide } from '#src/features/guides/AboutGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/about_us/about_damson_jewels')({
  head: () =>
    pageHead(
      'Our story',
      import.meta.env.SSR && {
        description: `${shop.name} is a small London jeweller. How our pieces are made, where the stones come from, and what we promise.`,
        path: '/about_us/about_damson_jewels',
      },
    ),
  component: AboutGuide,
})
