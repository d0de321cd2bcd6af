import { createFileRoute } from '@tanstack/react-router'
import { ReturnsGuide } from '#src/features/guides/ReturnsGuide.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/resources/returns-exchanges')({
  head: () =>
    guideHead({
      title: 'Returns and exchanges',
      description:
        'Fifteen days to send a piece back, what a return costs, when the refund comes, and how Damson delivers.',
      path: '/resources/returns-exchanges',
    }),
  component: ReturnsGuide,
})
