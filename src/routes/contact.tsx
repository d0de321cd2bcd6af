import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ContactPage } from '#src/features/contact/ContactPage.tsx'

export const Route = createFileRoute('/contact')({
  head: () => ({
    meta: [
      { title: `Contact us | ${shop.name}` },
      {
        name: 'description',
        content: `Write to ${shop.name}, call ${shop.phone}, or visit us in London. Shipping, delivery and returns at a glance.`,
      },
    ],
    links: [{ rel: 'canonical', href: '/contact' }],
  }),
  component: ContactPage,
})
