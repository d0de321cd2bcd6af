import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ForgotPasswordPage } from '#src/features/auth/ForgotPasswordPage.tsx'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/forget-password')({
  head: () =>
    pageHead(
      'Forgot your password?',
      import.meta.env.SSR && {
        description: `Choose a new password for your ${shop.name} account.`,
        path: '/forget-password',
        robots: 'noindex',
      },
    ),
  component: ForgotPasswordPage,
})
