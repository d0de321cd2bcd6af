// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLasting } from '#src/lib/useLasting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('what passes sooner is not told of, each time anew', () => {
  const { result, rerender } = renderHook(({ isSo }) => useLasting(isSo, 1_000), {
    initialProps: { isSo: true },
  })
  const pass = (time: number) => {
    act(() => void vi.advanceTimersByTime(time))
  }
  pass(999)
  expect(result.current).toBe(false)
  rerender({ isSo: false })
  pass(5_000)
  rerender({ isSo: true })
  pass(999)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
  rerender({ isSo: false })
  expect(result.current).toBe(false)
  rerender({ isSo: true })
  expect(result.current).toBe(false)
})
