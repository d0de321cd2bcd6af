import { createFileRoute, redirect } from '@tanstack/react-router'
import { WarrantyGuide } from '#src/features/guides/WarrantyGuide.tsx'
import { guideHead } from '#src/features/guides/guideHead.ts'

const path = '/resources/Warranty'

export const Route = createFileRoute('/resources/Warranty')({
  // The router does not tell capitals from small letters, but the page has one address only.
  beforeLoad: ({ location }) => {
    if (location.pathname.replace(/\/$/, '') !== path)
      throw redirect({ to: path, statusCode: 301, replace: true })
  },
  head: () =>
    guideHead({
      title: 'Warranty',
      description:
        'One year of warranty on every Damson piece: what is covered, how to claim, and how to care for it.',
      path,
    }),
  component: WarrantyGuide,
})
