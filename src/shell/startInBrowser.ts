import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'
import { outbox } from '#src/offline/outbox.ts'
import { isSigningOut } from './useSignOut.ts'

const customer = () => session.state().user?.id ?? null
let isStarted = false

/** What runs beside the pages: sending what waits, and following a session that ends here or in another tab. */
export function startInBrowser(queryClient: QueryClient, router: AnyRouter) {
  let known = customer()

  async function follow() {
    const before = known
    known = customer()
    if (before === null || before === known || isSigningOut()) return
    // A customer's page asks again who is there and leads to the login; nobody may see what is somebody else's.
    await router.invalidate()
    queryClient.removeQueries({ queryKey: [personal] })
  }

  const unsubscribe = session.subscribe(() => void follow())
  if (!isStarted) {
    isStarted = true
    outbox.start(queryClient, customer)
    void session.check()
  }
  return unsubscribe
}
