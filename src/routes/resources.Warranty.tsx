import { createFileRoute, redirect } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { WarrantyGuide } from '#src/features/guides/WarrantyGuide.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

const path = '/resources/Warranty'

export const Route = createFileRoute('/resources/Warranty')({
  // The router does not tell capitals from small letters, but the page has one address only.
  beforeLoad: ({ location }) => {
    if (location.pathname.replace(/\/$/, '') !== path)
      throw redirect({ to: path, statusCode: 301, replace: true })
  },
  head: () =>
    pageHead(
      'Warranty',
      import.meta.env.SSR && {
        description: `One year of warranty on every ${shop.name} piece: what is covered, how to claim, and how to care for it.`,
        path,
      },
    ),
  component: WarrantyGuide,
})
