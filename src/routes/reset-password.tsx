import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (raw): { token?: string | undefined } => ({ token: textIn(raw, 'token', 4000) }),
  head: () =>
    pageHead(
      'Choose a new password',
      import.meta.env.SSR && {
        description: `Choose a new password for your ${shop.name} account.`,
        path: '/reset-password',
        robots: 'noindex',
        isSecret: true,
      },
    ),
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
