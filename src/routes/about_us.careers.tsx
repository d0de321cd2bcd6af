import { createFileRoute } from '@tanstack/react-router'
import { CareersGuide } from '#src/features/guides/CareersGuide.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/about_us/careers')({
  head: () =>
    guideHead({
      title: 'Careers',
      description:
        'Work at Damson: openings for a sales executive, a jewellery designer and a digital marketing specialist.',
      path: '/about_us/careers',
    }),
  component: CareersGuide,
})
