import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (raw): { token?: string | undefined } => ({ token: textIn(raw, 'token', 4000) }),
  head: () => ({
    meta: [
      { title: `Choose a new password | ${shop.name}` },
      { name: 'description', content: `Choose a new password to your ${shop.name} account.` },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
    links: [{ rel: 'canonical', href: '/reset-password' }],
  }),
  component: ResetPassword,
})

function ResetPassword() {
  const { token } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <ResetPasswordPage
      given={token}
      onRead={() => void navigate({ to: '/reset-password', search: {}, replace: true })}
      onLeave={() => void navigate({ to: '/login' })}
    />
  )
}
