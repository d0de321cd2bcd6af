import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { PrivacyGuide } from '#src/features/guides/PrivacyGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/privacy-policy')({
  head: () =>
    pageHead(
      'Privacy policy',
      import.meta.env.SSR && {
        description: `What ${shop.name} keeps about you and why, for how long, who sees it, and how to get a copy or have it deleted.`,
        path: '/privacy-policy',
      },
    ),
  component: PrivacyGuide,
})
