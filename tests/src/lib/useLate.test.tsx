// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useLate } from '#src/lib/useLate.ts'
import { notify } from '#src/ui/notify.ts'

const Menu = () => null
afterEach(() => void vi.restoreAllMocks())

/** Asks for a part whose code is on its way. */
function asked() {
  const code = Promise.withResolvers<ComponentType<object>>()
  const said = vi.spyOn(notify, 'error').mockReturnValue('')
  const lost = vi.fn<() => void>()
  const { result } = renderHook(() => useLate(() => code.promise, lost))
  act(() => result.current.open())
  return { code, said, lost, result }
}

it('what is asked for opens once its code is there', async () => {
  const { code, result } = asked()
  await act(async () => code.resolve(Menu))
  expect(result.current.Part).toBe(Menu)
})

it('what was closed while its code was on its way stays closed, and nothing is said if that is lost', async () => {
  const first = asked()
  act(() => first.result.current.close())
  await act(async () => first.code.resolve(Menu))
  expect(first.result.current.Part).toBeNull()

  const second = asked()
  act(() => second.result.current.close())
  await act(async () => second.code.reject(new TypeError('Failed to fetch')))
  expect(second.said).not.toHaveBeenCalled()
})

it('nor does it open on another page, to which the shopper has gone meanwhile', async () => {
  const { code, lost, result } = asked()
  history.pushState(null, '', '/contact')
  await act(async () => code.resolve(Menu))
  expect(result.current.Part).toBeNull()
  // What stood there meanwhile, such as that it is loading, goes.
  expect(lost).toHaveBeenCalledOnce()
})
