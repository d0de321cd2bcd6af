// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resizeDebounce } from '#contract/constants.ts'
import { useCalibration } from '#src/features/guides/calibration.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

it('what is found with a card holds at another zoom, once the window has come to rest', () => {
  vi.useFakeTimers()
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return useCalibration()
  })
  act(() => result.current.keep(4))
  const before = drawn
  const zoom = (density: number) => {
    vi.stubGlobal('devicePixelRatio', density)
    act(() => void window.dispatchEvent(new Event('resize')))
  }
  for (const density of [1.1, 1.25, 1.5]) zoom(density)
  expect(drawn).toBe(before)
  act(() => void vi.advanceTimersByTime(resizeDebounce))
  expect(drawn).toBe(before + 1)
  expect(result.current.perMillimetre).toBeCloseTo(4 / 1.5)
  vi.unstubAllGlobals()
})

it.each([1.5, 2, 4, 0.5])(
  'on a usual screen it holds, and a card can be matched, in a page magnified to %f',
  (density) => {
    // 92 dots to an inch.
    const perMillimetre = 3.62
    const first = renderHook(() => useCalibration())
    act(() => first.result.current.keep(perMillimetre))
    first.unmount()
    vi.stubGlobal('devicePixelRatio', density)
    const { result } = renderHook(() => useCalibration())
    expect(result.current).toMatchObject({ isFound: true, perMillimetre: perMillimetre / density })
    const { smallest, largest, step } = result.current.range
    expect(smallest).toBeLessThan(perMillimetre / density)
    expect(largest).toBeGreaterThan(perMillimetre / density)
    // Finer than a ring size, which is some three hundredths of a ring.
    expect(step / (perMillimetre / density)).toBeLessThan(0.015)
  },
)
