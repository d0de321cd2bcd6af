import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { CareersGuide } from '#src/features/guides/CareersGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/about_us/careers')({
  head: () =>
    pageHead(
      'Careers',
      import.meta.env.SSR && {
        description: `Work at ${shop.name}: openings for a sales executive, a jewellery designer and a digital marketing specialist.`,
        path: '/about_us/careers',
      },
    ),
  component: CareersGuide,
})
