import type { AnyRouter } from '@tanstack/react-router'

/** Leads a guest to the login, and from there back to `from`: the address at which they were asked to log in. */
export function goToLogin(router: AnyRouter, from: string): void {
  // Somebody may have moved on since, with the question still on screen.
  const isOnTop = router.state.location.href === from
  void router.navigate({ to: '/login', search: { from }, state: { isOnTop } })
}
