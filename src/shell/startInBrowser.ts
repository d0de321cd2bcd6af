import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session } from '#src/lib/client.ts'
import { patiently } from '#src/lib/patiently.ts'
import { personal } from '#src/lib/queryClient.ts'
import { notify } from '#src/ui/notify.ts'
import { isSigningOut } from './leaving.ts'

const customer = () => session.state().user?.id ?? null
let isChecked = false

/**
 * What shows a customer's cart and wishlist. Also for the loaders of pages that show nothing else: where it is lost, such
 * a page would be on its way for ever.
 */
export const loadParts = () => import('./personal.ts')
const sayEnd = (reason?: string | null) =>
  void loadParts().then(
    (parts) => parts.sayEnd(reason),
    // If there is no network after all, the message cannot be loaded.
    () => undefined,
  )

/** What runs beside the pages: a customer's own things, and following a session that ends here or in another tab. */
export function startInBrowser(queryClient: QueryClient, router: AnyRouter) {
  let known: string | null = null
  let lastKnown: string | null = null
  let leave: (() => void) | null = null

  /** Who has lost their password can do nothing with a login, and would lose the link that they came with. */
  const isResetting = () => router.latestLocation.pathname === '/reset-password'

  /** Within the app, because a new document would interrupt what the page is about to show. */
  async function askForLogin() {
    const { pathname, href } = router.latestLocation
    if (pathname === '/login' || isResetting()) return
    await router.navigate({ to: '/login', search: { from: href }, state: { isOnTop: true } })
  }

  async function follow() {
    const refusal = session.takeRefusal()
    const before = known
    known = customer()
    const isLeft = before !== null && before !== known && !isSigningOut()
    // What waits for a dialog to close, too, which may be the next customer who closes it.
    if (isLeft) notify.dismiss()
    if (refusal === 'expired' && !isResetting()) sayEnd()
    if (before === known) return refusal ? askForLogin() : undefined
    leave?.()
    leave = null
    const parts = known !== null || isLeft ? patiently(loadParts) : null
    // Before anything is done for the next customer.
    if (isLeft) void parts?.then(({ forget }) => forget(before))
    if (known !== null) {
      const id = known
      // Most cache keys name no customer. What the current page shows is refetched, as the new customer's, instead of
      // removed: once removed, it would never be fetched. Now rather than later, because the former customer may have
      // left before anything was loaded.
      if ((lastKnown ??= id) !== id) {
        // Calls still under way for the former customer report to nobody, are not retried, and their answers are not
        // kept: the new customer would take them for their own.
        for (const mutation of queryClient.getMutationCache().findAll({ status: 'pending' }))
          mutation.setOptions({ meta: { errors: 'inline' } })
        void queryClient.resetQueries({ queryKey: [personal] })
      }
      lastKnown = id
      const attend = (await parts)?.attend
      // Somebody who left and came back while this was loading may be attended already.
      if (known === id) leave ??= attend?.(queryClient, id) ?? null
    }
    if (refusal) await askForLogin()
    if (!isLeft) return
    // A customer's page checks again who is signed in and redirects to the login; nobody may see somebody else's data.
    if (!refusal) await router.invalidate()
    // If somebody has signed in meanwhile, their cache started empty.
    if (known === null) queryClient.removeQueries({ queryKey: [personal] })
  }

  void follow()
  const unsubscribe = session.subscribe(() => void follow())
  if (!isChecked) {
    isChecked = true
    if (session.state().isAuthenticated)
      void session.check().then((reason) => isResetting() || sayEnd(reason))
  }
  return () => {
    unsubscribe()
    leave?.()
  }
}
