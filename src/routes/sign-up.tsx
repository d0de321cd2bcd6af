import { authTexts } from '#contract/authTexts.ts'
import { Link, createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { longToast, redirectAfterSignUp } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { AuthLayout } from '#src/features/auth/AuthLayout.tsx'
import { SignUpForm } from '#src/features/auth/SignUpForm.tsx'
import { SocialButtons } from '#src/features/auth/SocialButtons.tsx'
import { returnPath } from '#src/features/auth/returnPath.ts'
import { session } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { useSession } from '#src/lib/useSession.ts'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/sign-up')({
  validateSearch: (raw): { from?: string | undefined } => ({ from: textIn(raw, 'from', 2000) }),
  beforeLoad: ({ search, context: { isPlace } }) => {
    if (session.state().isAuthenticated)
      throw redirect({ href: returnPath(search.from, isPlace), replace: true })
  },
  head: () =>
    pageHead(
      'Sign Up',
      import.meta.env.SSR && {
        description: `Create a ${shop.name} account: keep a wishlist, order and follow your orders.`,
        path: '/sign-up',
      },
    ),
  component: SignUpPage,
})

function SignUpPage() {
  const { from } = Route.useSearch()
  const navigate = useNavigate()
  const [hasRegistered, setRegistered] = useState(false)

  const celebrate = () => {
    notify.success(authTexts.accountCreated, { duration: longToast })
    setRegistered(true)
  }
  const { isAuthenticated } = useSession()
  const leave = useEffectEvent(
    (replace = false) => void navigate({ to: '/login', search: { from }, replace }),
  )
  useEffect(() => {
    // In another tab: the login leads on from there.
    if (isAuthenticated) leave(true)
  }, [isAuthenticated])
  useEffect(() => {
    if (!hasRegistered) return
    const timer = setTimeout(leave, redirectAfterSignUp)
    return () => clearTimeout(timer)
  }, [hasRegistered])

  return (
    <AuthLayout
      place="Sign Up"
      title="Create your account"
      aside={
        <>
          Already have an account?{' '}
          <Link to="/login" search={{ from }}>
            Login
          </Link>
        </>
      }
    >
      <SignUpForm onRegistered={celebrate} />
      <SocialButtons from={from} />
    </AuthLayout>
  )
}
