import { Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#src/lib/client.ts'
import { useTurn } from '#src/lib/useTurn.ts'

/** Everything below is a customer's own: rendered in the browser only, and only for somebody who is signed in. */
export const Route = createFileRoute('/_customer')({
  ssr: false,
  head: () => (import.meta.env.SSR ? { meta: [{ name: 'robots', content: 'noindex' }] } : {}),
  beforeLoad: async ({ location }) => {
    if (!(await session.restore())) throw redirect({ to: '/login', search: { from: location.href } })
  },
  component: Customer,
})

// A customer who signs out stays on view until the page has been replaced.
function Customer() {
  return <Outlet key={useTurn()} />
}
