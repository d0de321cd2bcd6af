import { createFileRoute } from '@tanstack/react-router'
import { returnWindowDays } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { ReturnsGuide } from '#src/features/guides/ReturnsGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/resources/returns-exchanges')({
  head: () =>
    pageHead(
      'Returns and exchanges',
      import.meta.env.SSR && {
        description: `${returnWindowDays} days to send a piece back, what a return costs, when the refund comes, and how ${shop.name} delivers.`,
        path: '/resources/returns-exchanges',
      },
    ),
  component: ReturnsGuide,
})
