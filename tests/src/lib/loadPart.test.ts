// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let loads: typeof import('#src/lib/loadPart.ts')
const part = vi.fn<() => Promise<string>>(() => Promise.resolve('the part'))
const reported = vi.fn<(event: VitePreloadErrorEvent) => void>()
const links = () => [...document.querySelectorAll('link')]
const arrive = (type: 'load' | 'error') => links().at(-1)?.dispatchEvent(new Event(type))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  loads = await import('#src/lib/loadPart.ts')
  window.addEventListener('vite:preloadError', reported)
})
afterEach(() => {
  vi.useRealTimers()
  window.removeEventListener('vite:preloadError', reported)
  vi.clearAllMocks()
  document.head.replaceChildren()
})

it('a part without styles is loaded at once', async () => {
  expect(await loads.__vitePreload(part)).toBe('the part')
  expect(links()).toEqual([])
})

it('a part is loaded when its styles are there, which are asked for once', async () => {
  const both = [1, 2].map(() => loads.__vitePreload(part, ['assets/part-1234567.css']))
  await vi.advanceTimersByTimeAsync(0)
  expect(links()).toHaveLength(1)
  expect(links()[0]?.outerHTML).toBe('<link rel="stylesheet" crossorigin="" href="/assets/part-1234567.css">')
  expect(part).not.toHaveBeenCalled()
  arrive('load')
  expect(await Promise.all(both)).toEqual(['the part', 'the part'])
  expect(await loads.__vitePreload(part, ['assets/part-1234567.css'])).toBe('the part')
  expect(links()).toHaveLength(1)
})

it('styles that the document has in itself are not fetched', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/part-1234567.css" disabled>'
  expect(await loads.__vitePreload(part, ['assets/part-1234567.css'])).toBe('the part')
  expect(links()).toHaveLength(1)
})

it('styles that cannot be had are reported once, keep the part away, and are asked for again', async () => {
  const lost = loads.__vitePreload(part, ['assets/part-1234567.css'])
  arrive('error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(links()).toHaveLength(1)
  arrive('error')
  await expect(lost).rejects.toThrow('Unable to preload CSS for /assets/part-1234567.css')
  expect(reported).toHaveBeenCalledOnce()
  expect(reported.mock.calls[0]?.[0].payload.message).toContain('preload CSS')
  expect(part).not.toHaveBeenCalled()
  expect(links()).toEqual([])
  const again = loads.__vitePreload(part, ['assets/part-1234567.css'])
  arrive('load')
  expect(await again).toBe('the part')
  expect(reported).toHaveBeenCalledOnce()
})

it('a part that is lost is asked for again a second later, and nothing is reported if that helps', async () => {
  part.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const loading = loads.__vitePreload(part)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loading).toBe('the part')
  expect(part).toHaveBeenCalledTimes(2)
  expect(reported).not.toHaveBeenCalled()
})

it('a part that cannot be had is reported once', async () => {
  part.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const lost = loads.__vitePreload(part).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await lost).toMatchObject({ message: expect.stringContaining('dynamically imported') })
  expect(part).toHaveBeenCalledTimes(2)
  expect(reported).toHaveBeenCalledOnce()
  part.mockResolvedValue('the part')
})

it('whoever prevents what the report leads to goes on without', async () => {
  const prevent = (event: Event) => event.preventDefault()
  window.addEventListener('vite:preloadError', prevent)
  const lost = loads.__vitePreload(part, ['assets/part-1234567.css'])
  arrive('error')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(links()).toHaveLength(1)
  arrive('error')
  expect(await lost).toBe('the part')
  window.removeEventListener('vite:preloadError', prevent)
})

it('a part that stands still is lost after a minute, not counting the time in which the phone has slept', async () => {
  const ticks: (() => void)[] = []
  vi.spyOn(window, 'setInterval').mockImplementation((tick, step) => {
    expect(step).toBe(10_000)
    if (typeof tick === 'function') ticks.push(() => tick())
    return ticks.length as unknown as ReturnType<typeof setInterval>
  })
  part.mockReturnValueOnce(new Promise(() => undefined))
  const outcome = vi.fn<(error: unknown) => void>()
  loads.__vitePreload(part).catch(outcome)
  await vi.advanceTimersByTimeAsync(0)
  const tick = ticks.at(-1)
  // Whatever it was that long for: a browser that wakes up has missed them all but one.
  for (let count = 0; count < 5; count += 1) tick?.()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(outcome).not.toHaveBeenCalled()
  tick?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(loads.StoodStill)
  expect(reported).toHaveBeenCalledOnce()
  vi.mocked(window.setInterval).mockRestore()
})

it('styles that stand still are lost after a minute', async () => {
  const lost = loads.__vitePreload(part, ['assets/part-1234567.css'])
  const outcome = vi.fn<(error: unknown) => void>()
  lost.catch(outcome)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome).toHaveBeenCalledOnce()
  expect(part).not.toHaveBeenCalled()
})
