import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { NewsletterPage } from '#src/features/newsletter/NewsletterPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/newsletter')({
  validateSearch: (raw): { token?: string | undefined; unsubscribe?: string | undefined } => ({
    token: textIn(raw, 'token'),
    unsubscribe: textIn(raw, 'unsubscribe'),
  }),
  head: () => ({
    meta: [
      { title: `Newsletter | ${shop.name}` },
      { name: 'description', content: `Confirm or end your subscription to the ${shop.name} newsletter.` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
    links: [{ rel: 'canonical', href: '/newsletter' }],
  }),
  component: function Newsletter() {
    const { token, unsubscribe } = Route.useSearch()
    if (unsubscribe !== undefined) {
      return <NewsletterPage key={unsubscribe} link={{ purpose: 'unsubscribe', token: unsubscribe }} />
    }
    return <NewsletterPage key={token} link={token === undefined ? null : { purpose: 'confirm', token }} />
  },
})
