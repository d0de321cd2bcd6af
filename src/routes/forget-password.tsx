import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ForgotPasswordPage } from '#src/features/auth/ForgotPasswordPage.tsx'

export const Route = createFileRoute('/forget-password')({
  head: () => ({
    meta: [
      { title: `Forgot your password? | ${shop.name}` },
      { name: 'description', content: `Choose a new password to your ${shop.name} account.` },
      { name: 'robots', content: 'noindex' },
    ],
    links: [{ rel: 'canonical', href: '/forget-password' }],
  }),
  component: ForgotPasswordPage,
})
