import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shop } from '#contract/shop.ts'
import { AuthLayout } from '#src/features/auth/AuthLayout.tsx'
import { VerifyEmail } from '#src/features/auth/VerifyEmail.tsx'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/verify-email')({
  validateSearch: (raw): { token?: string | undefined } => ({ token: textIn(raw, 'token') }),
  head: () => ({
    meta: [
      { title: `Verify your email | ${shop.name}` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  // Kept here, because it leaves the address bar as soon as it is read.
  const [token] = useState(search.token)
  return (
    <AuthLayout place="Your account" title="Your email">
      <VerifyEmail
        token={token}
        onRead={() => void navigate({ to: '/verify-email', search: {}, replace: true })}
      />
    </AuthLayout>
  )
}
