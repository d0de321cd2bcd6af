// @vitest-environment jsdom
import { Outlet, createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { content } from '#src/features/content/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { Announcement } from '#src/shell/Announcement.tsx'
import { showRouted } from '#tests/support/show.tsx'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page that has just been read, by a shopper who may move on; the jeweller changes the offer at once. */
async function open() {
  const asked: string[] = []
  setTransport(async (url) => {
    asked.push(url)
    return Response.json({ data: [{ text: 'New today' }] })
  })
  const queryClient = createQueryClient({ say: () => undefined })
  queryClient.setQueryData(content.offerLine().queryKey, [{ text: 'Ten per cent off' }])
  const root = createRootRoute({
    component: () => (
      <>
        <Announcement />
        <Outlet />
      </>
    ),
  })
  const routeTree = root.addChildren(
    ['/', '/cart'].map((path) => createRoute({ path, getParentRoute: () => root })),
  )
  const router = await showRouted(routeTree, '/', queryClient)
  await screen.findByText('Ten per cent off')
  return { asked, goTo: (to: string) => act(() => router.navigate({ to })) }
}

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

it('an offer that is over is no longer said to a shopper who goes on, from a minute later', async () => {
  const { asked, goTo } = await open()
  pass(50)
  await goTo('/cart')
  expect(asked).toEqual([])
  pass(20)
  await goTo('/')
  expect(await screen.findByText('New today')).toBeDefined()
  expect(screen.queryByText('Ten per cent off')).toBeNull()
  await goTo('/cart')
  expect(asked).toHaveLength(1)
})
