import { useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { FullScreenSpinner } from '#src/ui/FullScreenSpinner.tsx'
import * as css from './BlockingLoader.css.ts'

/**
 * Covers the page while the next one is slow to load and has nothing to show meanwhile; changes within a page show
 * their own progress.
 */
export function BlockingLoader() {
  const router = useRouter()
  // It may hydrate while a page is already loading, and must begin as the server rendered it.
  const isHydrated = useHydrated()
  const isLeaving = useRouterState({
    select: ({ status, location, resolvedLocation }) =>
      status === 'pending' &&
      resolvedLocation !== undefined &&
      location.pathname !== resolvedLocation.pathname &&
      !router.getMatchedRoutes(location.pathname)[0].some(({ options }) => options.pendingComponent),
  })
  if (!isHydrated || !isLeaving) return null
  return (
    <div className={css.afterAWhile}>
      <FullScreenSpinner label={texts.loading} />
    </div>
  )
}
