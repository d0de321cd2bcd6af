import { Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '#src/lib/client.ts'
import { useSession } from '#src/lib/useSession.ts'

/** Everything below is a customer's own: rendered in the browser only, and only for who is signed in. */
export const Route = createFileRoute('/_customer')({
  ssr: false,
  head: () => (import.meta.env.SSR ? { meta: [{ name: 'robots', content: 'noindex' }] } : {}),
  beforeLoad: async ({ location }) => {
    if (!(await session.restore())) throw redirect({ to: '/login', search: { from: location.href } })
  },
  component: Customer,
})

/** Begins anew for another customer: what a page holds, such as what is typed, is whoever's was there before. */
function Customer() {
  const id = useSession().user?.id
  const [shown, setShown] = useState(id)
  // Who has left is on view until the page has given way.
  if (id !== undefined && id !== shown) setShown(id)
  return <Outlet key={shown} />
}
