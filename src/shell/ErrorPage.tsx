import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useTransition } from 'react'
import { networkTexts } from '#contract/networkTexts.ts'
import { notOpened } from '#contract/notOpened.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { isCustomers } from '#contract/customerPages.ts'
import { texts } from '#contract/texts.ts'
import { unreadCart } from '#contract/unreadCart.ts'
import { useCart } from '#src/features/cart/state.ts'
import { AppError, isUnheard, messageOf } from '#src/lib/AppError.ts'
import { isLostCode, reloadIfAnswered, reloadOnce } from '#src/offline/lostCode.ts'
import { NeedsNetwork } from '#src/offline/NeedsNetwork.tsx'
import { useNetwork } from '#src/offline/network.ts'
import { needNetwork } from '#src/offline/startNetwork.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import type { DrawingName } from '#src/ui/drawings.ts'
import { EmptyStateDrawn } from '#src/ui/EmptyStateDrawn.tsx'
import { container } from '#src/ui/layout.css.ts'
import { Logo } from '#src/ui/Logo.tsx'
import '#src/ui/global.css.ts'
import { home } from './Header.css.ts'
import * as css from './MessagePage.css.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

type Words = { drawing: DrawingName; title: string; text: string }

function wordsFor(error: unknown, isOffline: boolean): Words {
  const code = error instanceof AppError ? error.code : isOffline ? 'offline' : 'internal'
  if (isUnheard(error) && (isOffline || code === 'offline')) {
    return { drawing: 'offline', title: savedTexts.notSaved, text: savedTexts.notSavedHint }
  }
  if (code === 'offline') return { drawing: 'offline', title: networkTexts.title, text: networkTexts.message }
  if (code === 'server_unreachable') {
    return {
      drawing: 'offline',
      title: 'The shop does not answer',
      text: 'Your connection is there, but our side is silent. Please try again in a moment.',
    }
  }
  return {
    drawing: 'box',
    title: notOpened,
    text: `${messageOf(error, texts.somethingWentWrong).replace(/\w$/, '$&.')} Please try again.`,
  }
}

/** Replaces a page that failed: what happened, another attempt, and a link home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const queries = useQueryErrorResetBoundary()
  const isOffline = useNetwork() === 'offline'
  const [isTrying, startTrying] = useTransition()
  useEffect(() => {
    // Safari also fails what a page was loading when it was left, and shows this page when the shopper comes back.
    if (isLostCode(error)) void reloadOnce(queryClient, error)
    // The page's code may have failed to load; a failed answer is noticed without this.
    if (!(error instanceof AppError)) needNetwork()
  }, [error, queryClient])
  if (error instanceof AppError && error.code === 'not_found') return <NotFoundPage />

  const tryAgain = () =>
    startTrying(async () => {
      if (isLostCode(error) && (await reloadIfAnswered(queryClient, error))) return
      queries.reset()
      await router.invalidate()
      reset()
    })
  const isUnreached = isOffline || (error instanceof AppError && error.code === 'offline')
  const { pathname } = router.state.location
  if (isCustomers(pathname) && isUnreached && isUnheard(error)) {
    const retry = { onRetry: tryAgain, isTrying }
    return isCart(pathname) ? <UnreadCart {...retry} /> : <NeedsNetwork what="This page" {...retry} />
  }
  const { drawing, title, text } = wordsFor(error, isOffline)
  return (
    <div className={container}>
      <EmptyStateDrawn
        drawing={drawing}
        heading="h1"
        title={title}
        action={
          <div className={css.actions}>
            <Button onClick={tryAgain} isBusy={isTrying}>
              {networkTexts.tryAgain}
            </Button>
            {drawing === 'offline' ? (
              <Link to="/saved" className={`${buttonStyle({ tone: 'quiet' })} ${css.quiet}`}>
                {savedTexts.whatIsSaved}
              </Link>
            ) : (
              <Link to="/" className={`${buttonStyle({ tone: 'quiet' })} ${css.quiet}`}>
                Back to Home
              </Link>
            )}
          </div>
        }
      >
        <p>{text}</p>
      </EmptyStateDrawn>
    </div>
  )
}

const isCart = (pathname: string): boolean => /^\/cart\/?$/.test(pathname)

/** What was put into it without a network is not in doubt, though it cannot be shown. */
function UnreadCart(retry: { onRetry: () => void; isTrying: boolean }) {
  const { isSettled } = useCart()
  const why = isSettled ? unreadCart.kept : `${unreadCart.kept} ${unreadCart.waits}`
  return <NeedsNetwork what="Your cart" why={why} {...retry} />
}

/** For an error of the frame around the pages, which therefore cannot be shown. */
export function BareErrorPage(props: ErrorComponentProps) {
  return (
    <main id="main" tabIndex={-1}>
      <div className={css.bare}>
        <a href="/" className={home}>
          <Logo />
        </a>
      </div>
      <ErrorPage {...props} />
    </main>
  )
}
