import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthLayout } from '#src/features/auth/AuthLayout.tsx'
import { VerifyEmail } from '#src/features/auth/VerifyEmail.tsx'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/verify-email')({
  validateSearch: (raw): { token?: string | undefined } => ({ token: textIn(raw, 'token') }),
  head: () => pageHead('Verify your email', import.meta.env.SSR && { robots: 'noindex', isSecret: true }),
  component: VerifyEmailPage,
})

function VerifyEmailPage() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  // Kept here, because it leaves the address bar once it is used.
  const [token] = useState(search.token)
  return (
    <AuthLayout place="Your account" title="Your email">
      <VerifyEmail
        token={token}
        onUsed={() => void navigate({ to: '/verify-email', search: {}, replace: true })}
      />
    </AuthLayout>
  )
}
