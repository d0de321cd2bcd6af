import { createFileRoute } from '@tanstack/react-router'
import { SizeGuide } from '#src/features/guides/SizeGuide.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/resources/size-guide')({
  head: () =>
    guideHead({
      title: 'Ring size guide',
      description:
        'Find your ring size on your own screen with a bank card, or with our chart of UK and US sizes in millimetres.',
      path: '/resources/size-guide',
    }),
  component: SizeGuide,
})
