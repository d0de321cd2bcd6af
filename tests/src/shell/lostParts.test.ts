// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { useCart } from '#src/features/cart/state.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { startInBrowser } from '#src/shell/startInBrowser.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'

it('a customer whose own code could not be loaded at first sees what is theirs once the network is back', async () => {
  setTransport(async (url) =>
    Response.json({ data: url.endsWith(paths.cart) ? { id: 'Ada', items: [], total: '0.00' } : [] }),
  )
  lost('#src/shell/personal.ts')
  session.start(ada)
  const history = createMemoryHistory()
  const stop = startInBrowser(
    createQueryClient({ say: () => undefined }),
    createRouter({ routeTree: createRootRoute(), history }),
  )
  const { result } = renderHook(useCart)
  await eventually(() => {
    window.dispatchEvent(new Event('online'))
    expect(result.current.cart?.id).toBe('Ada')
  })
  stop()
})
