import { createFileRoute } from '@tanstack/react-router'
import { SizeGuide } from '#src/features/guides/SizeGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/resources/size-guide')({
  head: () =>
    pageHead(
      'Ring size guide',
      import.meta.env.SSR && {
        description:
          'Find your ring size on your own screen with a bank card, or with our chart of UK and US sizes in millimetres.',
        path: '/resources/size-guide',
      },
    ),
  component: SizeGuide,
})
