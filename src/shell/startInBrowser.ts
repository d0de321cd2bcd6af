import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session } from '#src/lib/client.ts'
import { patiently } from '#src/lib/patiently.ts'
import { personal } from '#src/lib/queryClient.ts'
import { isSigningOut } from './leaving.ts'

const customer = () => session.state().user?.id ?? null
let isChecked = false

const loadParts = () => import('./personal.ts')
const sayEnd = (reason?: string | null) =>
  void loadParts().then(
    (parts) => parts.sayEnd(reason),
    // Without a network after all there is nothing to say it with.
    () => undefined,
  )

/** What runs beside the pages: a customer's own things, and following a session that ends here or in another tab. */
export function startInBrowser(queryClient: QueryClient, router: AnyRouter) {
  let known: string | null = null
  let lastKnown: string | null = null
  let leave: (() => void) | null = null

  /** In the shop, as a new document would break off what the page is about to show. */
  async function askForLogin() {
    const { pathname, href } = router.latestLocation
    if (pathname !== '/login') await router.navigate({ to: '/login', search: { from: href } })
  }

  async function follow() {
    const refusal = session.takeRefusal()
    if (refusal === 'expired') sayEnd()
    const before = known
    known = customer()
    if (before === known) return refusal ? askForLogin() : undefined
    leave?.()
    leave = null
    const isLeft = before !== null && !isSigningOut()
    const parts = known !== null || isLeft ? patiently(loadParts) : null
    // Before anything is done for whoever comes next.
    if (isLeft) void parts?.then(({ forget }) => forget(before))
    if (known !== null) {
      const id = known
      // Most of what is read is kept under no name. What a page shows of it is asked for again, as theirs: removed, it
      // would never be asked for. Now, for whoever was there before may have left before anything was loaded.
      if ((lastKnown ??= id) !== id) {
        // What is on its way for who was there before is told to nobody and not tried again, and nothing of it is kept:
        // whoever has come would take it for theirs.
        for (const mutation of queryClient.getMutationCache().findAll({ status: 'pending' }))
          mutation.setOptions({ meta: { errors: 'inline' } })
        void queryClient.resetQueries({ queryKey: [personal] })
      }
      lastKnown = id
      const attend = (await parts)?.attend
      // Who left and came back while this was loaded may be attended already.
      if (known === id) leave ??= attend?.(queryClient, id) ?? null
    }
    if (refusal) await askForLogin()
    if (!isLeft) return
    // A customer's page asks again who is there and leads to the login; nobody may see what is somebody else's.
    if (!refusal) await router.invalidate()
    // Whoever has come meanwhile was given a clean place.
    if (known === null) queryClient.removeQueries({ queryKey: [personal] })
  }

  void follow()
  const unsubscribe = session.subscribe(() => void follow())
  if (!isChecked) {
    isChecked = true
    if (session.state().isAuthenticated) void session.check().then(sayEnd)
  }
  return () => {
    unsubscribe()
    leave?.()
  }
}
