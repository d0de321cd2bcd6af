import { authTexts } from '#contract/authTexts.ts'
import { cartAddFailed } from '#contract/cartTexts.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Link, createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { redirectAfterLogin } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { wishlistAddFailed } from '#contract/wishlistTexts.ts'
import { AuthLayout } from '#src/features/auth/AuthLayout.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { SocialButtons } from '#src/features/auth/SocialButtons.tsx'
import { returnPath } from '#src/features/auth/returnPath.ts'
import { session } from '#src/lib/client.ts'
import { perTab } from '#src/lib/storage.ts'
import { useSession } from '#src/lib/useSession.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (raw): { from?: string | undefined } => ({ from: textIn(raw, 'from', 2000) }),
  beforeLoad: ({ search, preload, context: { isPlace, queryClient } }) => {
    if (!session.state().isAuthenticated) return
    // Whoever logged in elsewhere meanwhile, as from the email after a sign-up, wanted it all the same.
    if (!preload && (isWanted('wanted') || isWanted('wanted-wish'))) void addWanted(queryClient)
    throw redirect({ href: returnPath(search.from, isPlace), replace: true })
  },
  head: () =>
    pageHead(
      'Login',
      import.meta.env.SSR && {
        description: `Log in to your ${shop.name} account.`,
        path: '/login',
        robots: 'noindex',
      },
    ),
  component: LoginPage,
})

function LoginPage() {
  const { from } = Route.useSearch()
  const { isPlace } = Route.useRouteContext()
  const router = useRouter()
  const queryClient = useQueryClient()
  // Here, or in another tab.
  const { isAuthenticated } = useSession()
  const why = reason(returnPath(from, isPlace))

  const welcome = () => void notify.success(authTexts.loggedIn)
  /** The address of the piece that the guest wanted, for somebody who came here without a place to return to. */
  const wantedPlace = useRef<string | null>(null)
  const arrive = useEffectEvent(async () => {
    wantedPlace.current = await addWanted(queryClient)
  })
  const leave = useEffectEvent(() => {
    // In place of the login, that page would be there twice: 'back' would lead from it to itself.
    if (router.history.location.state.isOnTop) router.history.back()
    else router.history.replace(from === undefined ? (wantedPlace.current ?? '/') : returnPath(from, isPlace))
  })
  useEffect(() => {
    if (!isAuthenticated) return
    void arrive()
    const timer = setTimeout(leave, redirectAfterLogin)
    return () => clearTimeout(timer)
  }, [isAuthenticated])

  return (
    <AuthLayout
      place="Login"
      title="Welcome back"
      aside={
        <>
          New here?{' '}
          <Link to="/sign-up" search={{ from }}>
            Sign Up
          </Link>
        </>
      }
    >
      {why !== null && !isAuthenticated && <Notice tone="neutral">{why}</Notice>}
      <LoginForm isBusy={isAuthenticated} onSignedIn={welcome} />
      <SocialButtons from={from} onSignedIn={welcome} />
    </AuthLayout>
  )
}

/** Whether the guest wanted a piece for the cart, or for the wishlist. */
const isWanted = (what: 'wanted' | 'wanted-wish') => perTab.get(what) !== null

/** Adds what the guest wanted in this tab; returns the address of the piece, if there was one. */
async function addWanted(queryClient: QueryClient): Promise<string | null> {
  try {
    return (await import('./-wanted.ts')).addWanted(queryClient)
  } catch {
    if (isWanted('wanted')) notify.error(cartAddFailed)
    if (isWanted('wanted-wish')) notify.error(wishlistAddFailed)
    return null
  }
}

/** Why somebody on the way elsewhere was redirected here. */
function reason(path: string): string | null {
  if (path.startsWith('/cart/checkout')) return texts.guest.checkout
  if (path.startsWith('/account?tab=addresses')) return texts.guest.addresses
  if (/^\/(account|orders)\b/.test(path)) return authTexts.accountNeedsLogin
  return /^\/(cart|wishlist)/.test(path) ? texts.guest.header : null
}
