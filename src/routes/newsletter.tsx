import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { shop } from '#contract/shop.ts'
import { NewsletterPage } from '#src/features/newsletter/NewsletterPage.tsx'

const Token = v.fallback(v.optional(v.string()), undefined)

export const Route = createFileRoute('/newsletter')({
  validateSearch: v.object({ token: Token, unsubscribe: Token }),
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
