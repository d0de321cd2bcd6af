import { createFileRoute } from '@tanstack/react-router'
import { TermsGuide } from '#src/features/guides/TermsGuide.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

export const Route = createFileRoute('/terms-and-conditions')({
  head: () =>
    guideHead({
      title: 'Terms and conditions',
      description:
        'The terms of buying from Damson: prices, orders, payment, delivery, returns and what we answer for.',
      path: '/terms-and-conditions',
    }),
  component: TermsGuide,
})
