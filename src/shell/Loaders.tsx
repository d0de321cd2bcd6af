import { useHydrated, useRouterState } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { FullScreenSpinner, Spinner } from '#src/ui/Spinner.tsx'
import * as css from './Loaders.css.ts'

/** Covers the page while another one takes long to come; changes within a page show themselves there. */
export function BlockingLoader() {
  const isLeaving = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' &&
      resolvedLocation !== undefined &&
      location.pathname !== resolvedLocation.pathname,
  })
  if (!isLeaving) return null
  return (
    <div className={css.afterAWhile}>
      <FullScreenSpinner label={texts.loading} />
    </div>
  )
}

/** Stands where a customer's own page will be, which the server leaves to the browser. */
export function StartupLoader() {
  const isHydrated = useHydrated()
  const isFrame = useRouterState({
    select: ({ matches }) => matches.some((match) => match.routeId.startsWith('/_customer')),
  })
  if (isHydrated || !isFrame) return null
  return (
    <div className={css.startup} role="status">
      <span className={css.mark}>
        <Spinner />
      </span>
      {texts.loading}
    </div>
  )
}
