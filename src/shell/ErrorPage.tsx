import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTransition } from 'react'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import type { DrawingName } from '#src/ui/drawings.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'
import { Logo } from '#src/ui/Logo.tsx'
import '#src/ui/global.css.ts'
import { home } from './Header.css.ts'
import * as css from './MessagePage.css.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

type Words = { drawing: DrawingName; title: string; text: string }

function wordsFor(error: unknown): Words {
  const code = error instanceof AppError ? error.code : 'internal'
  if (code === 'offline')
    return { drawing: 'offline', title: texts.offline.title, text: texts.offline.message }
  if (code === 'server_unreachable') {
    return {
      drawing: 'offline',
      title: 'The shop does not answer',
      text: 'Your connection is there, but our side is silent. Please try again in a moment.',
    }
  }
  return {
    drawing: 'box',
    title: 'This page could not be opened',
    text: `${messageOf(error, texts.somethingWentWrong)} Please try again.`,
  }
}

/** In place of a page that failed: what happened, another attempt, and a way home. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const [isTrying, startTrying] = useTransition()
  if (error instanceof AppError && error.code === 'not_found') return <NotFoundPage />

  const { drawing, title, text } = wordsFor(error)
  const tryAgain = () =>
    startTrying(async () => {
      queries.reset()
      await router.invalidate()
      reset()
    })
  return (
    <div className={`${container} ${css.root}`}>
      <EmptyState
        drawing={drawing}
        heading="h1"
        title={title}
        action={
          <div className={css.actions}>
            <Button onClick={tryAgain} isBusy={isTrying}>
              {texts.offline.tryAgain}
            </Button>
            <Link to="/" className={buttonStyle({ tone: 'quiet' })}>
              Back to Home
            </Link>
          </div>
        }
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  )
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
