import type { AnyRouter } from '@tanstack/react-router'

/** Whether a path of this shop is one of its pages, though a piece or an order there may be unknown. */
export function leadsSomewhere(router: AnyRouter, path: string): boolean {
  const [, params, route] = router.getMatchedRoutes(path)
  return route !== undefined && params['**'] === undefined
}
