// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { networkTexts } from '#contract/networkTexts.ts'
import { wallClock } from '#src/offline/clock.ts'
import { createNetworkService } from '#src/offline/networkService.ts'
import { NetworkView } from '#src/offline/NetworkView.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A page on a connection that answers the probe but nothing else. */
function openPage(queryClient: QueryClient) {
  vi.useFakeTimers()
  const service = createNetworkService({
    clock: wallClock,
    memory: { read: () => ({ reloadedAt: 0, lostAt: [], isAway: false }), write: () => undefined },
    isOnline: () => true,
    probe: () => Promise.resolve(true),
    giveUp: () => undefined,
    mayReload: () => true,
    settle: () => Promise.resolve(),
    reload: () => undefined,
  })
  render(<NetworkView service={service} queryClient={queryClient} onShowSaved={() => undefined} />)
  return service
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('a line that takes its time is called slow', async () => {
  const service = openPage(new QueryClient())
  service.follow(new Promise(() => undefined))
  await wait(3_900)
  expect(screen.getByRole('status').textContent).toBe('')
  await wait(200)
  expect(screen.getByRole('status').textContent).toBe(networkTexts.slow)
})

it('what is on view meanwhile is called a saved copy, if there is something', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['pieces'], ['a ring'])
  new QueryObserver(queryClient, {
    queryKey: ['pieces'],
    queryFn: () => new Promise<string[]>(() => undefined),
  }).subscribe(() => undefined)
  const service = openPage(queryClient)
  service.follow(new Promise(() => undefined))
  await wait(4_100)
  expect(screen.getByRole('status').textContent).toBe(networkTexts.slowSaved)
})

it('nothing is said of a line that is good', async () => {
  const service = openPage(new QueryClient())
  service.follow(Promise.resolve({ body: {}, status: 200, error: null }))
  await wait(60_000)
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
