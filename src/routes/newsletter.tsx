import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { NewsletterPage } from '#src/features/newsletter/NewsletterPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/newsletter')({
  validateSearch: (raw): { token?: string | undefined; unsubscribe?: string | undefined } => ({
    token: textIn(raw, 'token'),
    // Cut off or not, it is to end the subscription.
    unsubscribe: textIn(raw, 'unsubscribe') ?? (raw['unsubscribe'] === undefined ? undefined : ''),
  }),
  head: () =>
    pageHead(
      'Newsletter',
      import.meta.env.SSR && {
        description: `Confirm or end your subscription to the ${shop.name} newsletter.`,
        path: '/newsletter',
        robots: 'noindex',
        isSecret: true,
      },
    ),
  component: function Newsletter() {
    const { token, unsubscribe } = Route.useSearch()
    if (unsubscribe === '') return <NewsletterPage link={null} isToLeave />
    if (unsubscribe !== undefined) {
      return <NewsletterPage key={unsubscribe} link={{ purpose: 'unsubscribe', token: unsubscribe }} />
    }
    return <NewsletterPage key={token} link={token === undefined ? null : { purpose: 'confirm', token }} />
  },
})
