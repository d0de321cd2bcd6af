// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { live } from '#src/offline/live.tsx'
import { network } from '#src/offline/network.ts'

test('a page that was opened without a network, which came back before there was code to hear of it, is not offline', () => {
  network.set('offline')
  const heard = vi.fn<() => void>()
  network.subscribe(heard)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  live({ queryClient: new QueryClient(), router })
  expect(network.state()).toBe('online')
  expect(heard).toHaveBeenCalledOnce()
})
