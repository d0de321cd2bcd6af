// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { resizeDebounce } from '#contract/constants.ts'
import { useCalibration } from '#src/features/guides/calibration.ts'

afterEach(() => {
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
