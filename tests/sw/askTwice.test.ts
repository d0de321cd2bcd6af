import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askTwice } from '../../sw/askTwice.ts'

const picture = () => new Response('a ring', { headers: { 'content-type': 'image/avif' } })
const busy = (wait: Record<string, string>) => new Response('{}', { status: 503, headers: wait })
const soon = { 'retry-after': '2' }

let answers: Response[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => answers.shift())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ask = () => askTwice(new Request('https://shop.example/pictures/rings/oval-1?v=1&w=320'))

it('a picture that the shop is too busy to make is asked for once more, when the shop says', async () => {
  answers = [busy(soon), picture()]
  const asked = ask()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(answers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await asked).status).toBe(200)
})

it('and no more than once', async () => {
  answers = [busy(soon), busy(soon), picture()]
  const asked = ask()
  await vi.runAllTimersAsync()
  expect((await asked).status).toBe(503)
  expect(answers).toHaveLength(1)
})

it.each([
  ['says nothing of when', {}],
  ['means to be away for longer than ten seconds', { 'retry-after': '11' }],
  ['says it in another way', { 'retry-after': 'Fri, 27 Nov 2026 10:00:00 GMT' }],
])('a shop that %s is not asked again', async (_how, wait) => {
  answers = [busy(wait), picture()]
  expect((await ask()).status).toBe(503)
})
