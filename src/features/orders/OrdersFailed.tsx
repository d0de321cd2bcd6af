import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isUnheard, messageOf } from '#src/lib/AppError.ts'
import { NeedsNetwork } from '#src/offline/NeedsNetwork.tsx'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { container } from '#src/ui/layout.css.ts'
import * as css from './orders.css.ts'

/** Replaces a page that could not be loaded. */
export function OrdersFailed({
  title,
  what,
  error,
  fallback,
  back,
}: {
  title: string
  /** The same within a sentence that begins with it. */
  what: string
  error: unknown
  fallback: string
  /** The way back from a page that is not where one came in. */
  back?: ReactNode
}) {
  const router = useRouter()
  const isOffline = useNetwork() === 'offline'
  if (isOffline && isUnheard(error))
    return <NeedsNetwork what={what} onRetry={() => void router.invalidate()} />
  return (
    <div className={`${container} ${css.page}`}>
      {back}
      <h1 className={css.title}>{title}</h1>
      <Notice
        tone="critical"
        role="alert"
        action={
          <Button tone="quiet" onClick={() => void router.invalidate()}>
            Retry
          </Button>
        }
      >
        {messageOf(error, fallback)}
      </Notice>
    </div>
  )
}
