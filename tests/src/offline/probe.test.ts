import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { probe } from '#src/offline/probe.ts'

const limits: number[] = []
vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
  limits.push(limit)
  return new AbortController().signal
})
afterEach(() => vi.unstubAllGlobals())

/** Probes a line on which this is what comes. */
async function probing(fetch: typeof globalThis.fetch) {
  vi.stubGlobal('fetch', fetch)
  return probe()
}
const answered = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }))

describe('whether the shop can be reached', () => {
  it('is asked of the shop itself, past every cache, and an answer waited for no longer than five seconds', async () => {
    const asked: unknown[] = []
    const isThere = await probing((...call) => {
      asked.push(call)
      return answered(200, '{"status":"ok"}')()
    })
    expect(isThere).toBe(true)
    expect(asked).toEqual([
      [
        `${apiRoot}${paths.health}`,
        expect.objectContaining({ cache: 'no-store', signal: expect.any(AbortSignal) }),
      ],
    ])
    expect(limits).toEqual([5_000])
  })

  it.each<[string, typeof globalThis.fetch]>([
    ['there is no line', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['time is up', () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError'))],
    ['a captive portal answers', answered(200, '<h1>Pay for the Wi-Fi</h1>')],
    ['a proxy answers in JSON', answered(200, '{}')],
    ['a proxy answers with nothing', answered(200, 'null')],
    ['a proxy says that all is well with itself', answered(200, '{"status":"up"}')],
    ['a gateway whose server is gone answers', answered(502, '{"status":"ok"}')],
    ['the answer breaks off', answered(200, '{"status":')],
  ])('is denied where %s', async (_what, fetch) => {
    expect(await probing(fetch)).toBe(false)
  })
})
