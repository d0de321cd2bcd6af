import { createFileRoute } from '@tanstack/react-router'
import { longestSubject } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { postalAddress, shopDetails } from '#contract/shopDetails.ts'
import { ContactPage } from '#src/features/contact/ContactPage.tsx'
import { pageHead } from '#src/lib/pageHead.ts'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/contact')({
  validateSearch: (raw): { subject?: string | undefined } => ({
    subject: textIn(raw, 'subject', longestSubject),
  }),
  head: () =>
    pageHead(
      'Contact us',
      import.meta.env.SSR && {
        description: `Write to ${shop.name}, call ${shopDetails.phone}, or visit us in ${postalAddress.addressLocality}. Shipping, delivery and returns at a glance.`,
        path: '/contact',
      },
    ),
  component: () => <ContactPage subject={Route.useSearch().subject} />,
})
