import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { TermsGuide } from '#src/features/guides/TermsGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/terms-and-conditions')({
  head: () =>
    pageHead(
      'Terms and conditions',
      import.meta.env.SSR && {
        description: `The terms of buying from ${shop.name}: prices, orders, payment, delivery, returns and what we answer for.`,
        path: '/terms-and-conditions',
      },
    ),
  component: TermsGuide,
})
