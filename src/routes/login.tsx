import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { redirectAfter, toastFor } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { texts } from '#contract/texts.ts'
import { AuthLayout } from '#src/features/auth/AuthLayout.tsx'
import { LoginForm } from '#src/features/auth/LoginForm.tsx'
import { SocialButtons } from '#src/features/auth/SocialButtons.tsx'
import { returnPath } from '#src/features/auth/returnPath.ts'
import { newLine } from '#src/features/cart/line.ts'
import { useCartChanges } from '#src/features/cart/state.ts'
import { takeWanted } from '#src/features/cart/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { addWanted as addWantedWishes } from '#src/features/wishlist/state.ts'
import { session } from '#src/lib/client.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { notify } from '#src/ui/notify.ts'
import { stringifySearch } from '#src/lib/search.ts'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (raw): { from?: string | undefined } => ({ from: textIn(raw, 'from', 2000) }),
  beforeLoad: ({ search }) => {
    if (session.state().isAuthenticated) throw redirect({ href: returnPath(search.from), replace: true })
  },
  head: () => ({
    meta: [
      { title: `Login | ${shop.name}` },
      { name: 'description', content: `Log in to your ${shop.name} account.` },
      { name: 'robots', content: 'noindex' },
    ],
    links: [{ rel: 'canonical', href: '/login' }],
  }),
  component: LoginPage,
})

function LoginPage() {
  const { from } = Route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const changes = useCartChanges()
  const [hasSignedIn, setSignedIn] = useState(false)
  const why = reason(returnPath(from))

  const welcome = () => {
    notify.success(authTexts.loggedIn)
    setSignedIn(true)
  }
  /** Where the wanted piece is, for who came here without a place to return to. */
  const wantedPlace = useRef<string | null>(null)
  const addWanted = useEffectEvent(async () => {
    const wanted = takeWanted()
    if (wanted === null || changes === null) return
    wantedPlace.current = `/products/${wanted.slug}${stringifySearch({ variant: wanted.variant_id })}`
    // It may have gone meanwhile; then its page says so.
    const product = await queryClient.fetchQuery(catalogue.product(wanted.slug)).catch(() => null)
    if (product === null) return
    const variant = product.variants.find(({ id }) => id === wanted.variant_id) ?? null
    void changes.add(newLine(product, variant, wanted.quantity))
    notify.success(cartTexts.added, { duration: toastFor.long })
  })
  const leave = useEffectEvent(() =>
    router.history.replace(from === undefined ? (wantedPlace.current ?? '/') : returnPath(from)),
  )
  useEffect(() => {
    if (!hasSignedIn) return
    void addWanted()
    void addWantedWishes()
    const timer = setTimeout(leave, redirectAfter.login)
    return () => clearTimeout(timer)
  }, [hasSignedIn])

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
      {why !== null && !hasSignedIn && <Notice tone="neutral">{why}</Notice>}
      <LoginForm onSignedIn={welcome} />
      <SocialButtons />
    </AuthLayout>
  )
}

/** Why somebody who only wanted to go on was led here. */
function reason(path: string): string | null {
  if (path.startsWith('/cart/checkout')) return texts.guest.checkout
  return /^\/(cart|wishlist)/.test(path) ? texts.guest.header : null
}
