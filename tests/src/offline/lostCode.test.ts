// @vitest-environment jsdom
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storageKeys } from '#contract/storageKeys.ts'
import { StoodStill } from '#src/lib/loadPart.ts'
import { local } from '#src/lib/storage.ts'
import { recoverLostCode } from '#src/offline/lostCode.ts'
import { eventually } from '#tests/support/eventually.ts'

const queryClient = new QueryClient()
const reload = vi.fn<() => void>()
const probe = vi.fn<() => Promise<Response>>(async () => Response.json({ status: 'ok' }))
vi.stubGlobal('location', { href: location.href, reload })
vi.stubGlobal('fetch', probe)
recoverLostCode(queryClient)

const lose = (payload = new Error('Failed to fetch part.js')) =>
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))

/** The server has been probed, and its answer has taken effect. */
async function asked() {
  await eventually(() => expect(probe).toHaveBeenCalled())
  await probe.mock.results[0]?.value
  // The answer is read, and the code that remembers the shopper's place is loaded.
  await new Promise((resolve) => setTimeout(resolve))
  await vi.dynamicImportSettled()
}

beforeEach(() => {
  reload.mockClear()
  probe.mockClear()
})
afterEach(() => {
  vi.restoreAllMocks()
  probe.mockImplementation(async () => Response.json({ status: 'ok' }))
  sessionStorage.clear()
  document.body.replaceChildren()
})

describe('a page whose code is gone', () => {
  it('is loaded again, once, and remembers the place', async () => {
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(sessionStorage.getItem('place')).not.toBeNull()
    // The e2e tests recognise by this name that it is done.
    expect(sessionStorage.getItem('reloaded-for')).not.toBeNull()
    probe.mockClear()
    lose()
    await asked()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('is loaded again a good while later, for another gap', async () => {
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
    const later = Date.now() + 61_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(2))
    lose()
    await asked()
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('is loaded again where the browser believes for ever that it has no network, and the server answers', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  it('is not loaded again and again while a part that is tried every minute stays lost', async () => {
    const start = Date.now()
    const now = vi.spyOn(Date, 'now')
    for (let minute = 0; minute <= 60; minute += 1) {
      now.mockReturnValue(start + minute * 60_000)
      probe.mockClear()
      lose()
      await asked()
    }
    expect(reload.mock.calls.length).toBeLessThanOrEqual(3)
    // Even a part that was lost for long may be there by now.
    now.mockReturnValue(start + 24 * 3_600_000)
    reload.mockClear()
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  describe('and whose server does not answer at first, as where what stands still is in the way', () => {
    const stop = vi.fn<() => void>()
    beforeEach(() => {
      stop.mockReset()
      vi.spyOn(window, 'stop').mockImplementation(stop)
      probe.mockResolvedValueOnce(new Response(null, { status: 504 }))
    })

    it('gives that up, and is loaded again', async () => {
      lose(new StoodStill('Failed to fetch dynamically imported module'))
      await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
      expect(stop).toHaveBeenCalledOnce()
    })

    it('does not, if what was lost did not stand still', async () => {
      lose()
      await asked()
      expect(stop).not.toHaveBeenCalled()
      expect(reload).not.toHaveBeenCalled()
    })

    it('does not, while something is being sent', async () => {
      const sent = Promise.withResolvers<void>()
      const sending = new MutationObserver(queryClient, { mutationFn: () => sent.promise }).mutate()
      lose(new StoodStill('Failed to fetch dynamically imported module'))
      await eventually(() => expect(probe).toHaveBeenCalledTimes(2))
      expect(stop).not.toHaveBeenCalled()
      sent.resolve()
      await sending
    })
  })

  it('stays while somebody’s password stands in it', async () => {
    document.body.innerHTML = '<input type="password" value="a secret" />'
    lose()
    await asked()
    expect(reload).not.toHaveBeenCalled()
  })

  it('stays while something is typed for which it has no code yet', async () => {
    const field = document.createElement('input')
    const held = new Map<HTMLElement, string>([[field, 'ada@example.com']])
    const early = { held } as unknown as NonNullable<typeof window.early>
    vi.stubGlobal('early', early)
    lose()
    await asked()
    expect(reload).not.toHaveBeenCalled()
    held.clear()
    held.set(document.createElement('button'), 'Share')
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
    vi.stubGlobal('early', undefined)
  })

  it('stays while an order is under way', async () => {
    const order = Promise.withResolvers<void>()
    const ordering = new MutationObserver(queryClient, { mutationFn: () => order.promise }).mutate()
    lose()
    await asked()
    expect(reload).not.toHaveBeenCalled()
    order.resolve()
    await ordering
  })

  it.each([
    ['session', () => local.set(storageKeys.refresh, 'a token'), () => local.remove(storageKeys.refresh)],
    ['draft', () => local.set('drafts', '{}'), () => local.remove('drafts')],
  ])('stays while its %s is in memory alone', async (_what, set, remove) => {
    const refusing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    set()
    refusing.mockRestore()
    lose()
    await asked()
    expect(reload).not.toHaveBeenCalled()
    remove()
    lose()
    await eventually(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  it.each(['getItem', 'setItem'] as const)(
    'stays where storage refuses %s: it might never end',
    async (way) => {
      vi.spyOn(Storage.prototype, way).mockImplementation(() => {
        throw new DOMException('Not here', 'SecurityError')
      })
      lose()
      await asked()
      expect(reload).not.toHaveBeenCalled()
    },
  )
})
