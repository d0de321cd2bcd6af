// @vitest-environment jsdom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { desktopSearchDebounce } from '#contract/constants.ts'
import { SearchBox } from '#src/shell/SearchBox.tsx'
import { showRouted } from '#tests/support/show.tsx'

const kept = () => localStorage.getItem('drafts')
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the shop' })
const type = (words: string) => fireEvent.input(field(), { target: { value: words } })

/** A page with the header's search on it, and whatever other page is opened from there. */
function open(at = '/') {
  const root = createRootRoute({ component: SearchBox })
  const any = createRoute({ getParentRoute: () => root, path: '$' })
  return showRouted(root.addChildren([any]), at)
}

/** Once the code that keeps drafts has come, while no time goes by. */
const settled = () => vi.dynamicImportSettled()

/** Lets the time go by for which the shop waits for more words. */
function wait() {
  act(() => void vi.advanceTimersByTime(desktopSearchDebounce))
}

/** Types these words, and leaves the page before they are searched for, as by a reload. */
async function leaveTyping(words: string, at = '/') {
  await open(at)
  type(words)
  await settled()
  expect(kept()).toContain(words)
  cleanup()
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
})

it('what is typed is searched for once the typing pauses', async () => {
  const { history } = await open()
  type('sapphire')
  wait()
  expect(history.location.href).toBe('/products/search-results?query=sapphire')
})

it.each(['/', '/products', '/products/search-results?query=ring'])(
  'what was typed before a reload is there again on %s, but is searched for only if the shopper asks for it',
  async (at) => {
    await leaveTyping('sapphire', at)
    const { history } = await open(at)
    await settled()
    expect(field().value).toBe('sapphire')
    wait()
    expect(history.location.href).toBe(at)
    fireEvent.submit(field())
    expect(history.location.href).toBe('/products/search-results?query=sapphire')
  },
)

it('and is searched for with what is typed after it', async () => {
  await leaveTyping('sapphire')
  const { history } = await open()
  await settled()
  expect(field().value).toBe('sapphire')
  type('sapphire ring')
  wait()
  expect(history.location.href).toBe('/products/search-results?query=sapphire+ring')
})

it('what was typed before the shopper went elsewhere is neither searched for there nor kept', async () => {
  const router = await open()
  type('sapphire')
  await settled()
  expect(kept()).toContain('sapphire')
  await router.navigate({ href: '/products/rope-chain' })
  wait()
  expect(router.history.location.href).toBe('/products/rope-chain')
  await settled()
  expect(kept()).toBeNull()
})
