import { useHydrated, useRouterState } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { Spinner } from '#src/ui/Spinner.tsx'
import * as css from './StartupLoader.css.ts'

/** Stands in for a customer's own page, which the server leaves to the browser. */
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
