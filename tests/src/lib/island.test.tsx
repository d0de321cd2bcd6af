// @vitest-environment jsdom
import { act, render } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { island } from '#src/lib/island.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a part whose code cannot be had is asked for again, and leaves nothing behind that waits', async () => {
  const added = vi.spyOn(window, 'addEventListener')
  const removed = vi.spyOn(window, 'removeEventListener')
  const forOnline = ({ mock }: typeof added | typeof removed) =>
    mock.calls.filter(([type]) => type === 'online').length
  let asked = 0
  const Part = island(
    async () => {
      asked += 1
      if (asked < 4) throw new TypeError('Failed to fetch dynamically imported module')
      return () => <p>Awake</p>
    },
    () => Promise.resolve(),
  )
  const { container } = await act(async () =>
    render(
      <Suspense>
        <Part />
      </Suspense>,
    ),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(3)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(container.textContent).toBe('Awake')
  expect([forOnline(added), forOnline(removed), vi.getTimerCount()]).toEqual([3, 3, 0])
})
