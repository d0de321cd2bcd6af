import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { shop } from '#contract/shop.ts'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { island } from '#src/lib/island.ts'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { useSession } from '#src/lib/useSession.ts'
import { isSigningOut, subscribe } from '#src/shell/leaving.ts'

const load = () => import('./-LoginAsAnother.tsx')
const LoginAsAnother = island(async () => (await load()).LoginAsAnother)

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
  const { isAuthenticated } = useSession()
  useEffect(() => {
    // It is wanted once the password is sent, which may be the last that gets through.
    if (isAuthenticated) load().catch(() => undefined)
  }, [isAuthenticated])
  // The button that signs them out stays until it has led on.
  const isLeaving = useSyncExternalStore(subscribe, isSigningOut, () => false)
  return (
    <ResetPasswordPage
      given={token}
      pastCustomer={
        isAuthenticated || isLeaving ? (
          <Suspense fallback="This browser is logged in.">
            <LoginAsAnother />
          </Suspense>
        ) : null
      }
      onRead={() => void navigate({ to: '/reset-password', search: {}, replace: true })}
      onLeave={() => void navigate({ to: '/login' })}
    />
  )
}
