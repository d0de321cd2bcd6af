// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepCheckoutDraft, readCheckoutDraft } from '#src/features/checkout/checkoutDraft.ts'
import { useCheckoutDraft } from '#src/features/checkout/useCheckoutDraft.ts'
import { mayReload } from '#src/offline/mayReload.ts'

describe('what was typed and chosen lasts for a day after its page', () => {
  const ada = 'ada'
  const day = 24 * 3_600_000
  const leap = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
  const leave = () => window.dispatchEvent(new Event('pagehide'))

  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => {
    cleanup()
    localStorage.clear()
    vi.useRealTimers()
  })

  it.each([
    ['however long that was open', 3 * day],
    ['if the clock is set back', -5 * 60_000],
    ['if the clock is set back by years', -1_000 * day],
  ])('%s', (_name, milliseconds) => {
    const { result } = renderHook(() => useCheckoutDraft(ada))
    act(() => void result.current.change({ shippingMethod: 'express' }))
    leap(milliseconds)
    leave()
    expect(readCheckoutDraft(ada)).toMatchObject({ shippingMethod: 'express' })
    leap(day)
    expect(readCheckoutDraft(ada)).toMatchObject({ shippingMethod: 'standard' })
  })

  it('and from when it is found, if its page was killed and the clock set back', () => {
    keepCheckoutDraft({ customer: ada, at: 0, shippingMethod: 'express', confirmed: 1 })
    leap(-1_000 * day)
    expect(readCheckoutDraft(ada)).toMatchObject({ shippingMethod: 'express' })
    leap(day)
    expect(readCheckoutDraft(ada)).toMatchObject({ shippingMethod: 'standard' })
  })

  it('and where it cannot be stored, nothing loads the page again by itself', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    expect(mayReload(new QueryClient())).toBe(true)
    keepCheckoutDraft({ customer: ada, at: 0, shippingMethod: 'express', confirmed: 1 })
    expect(mayReload(new QueryClient())).toBe(false)
    keepCheckoutDraft({ customer: ada, at: 0, shippingMethod: 'express', confirmed: 1 })
    expect(mayReload(new QueryClient())).toBe(true)
  })

  it('but not over a sign-out, nor in the place of what somebody else left since', () => {
    const { result } = renderHook(() => useCheckoutDraft(ada))
    act(() => void result.current.change({ shippingMethod: 'express' }))
    localStorage.removeItem('checkout-draft')
    leave()
    expect(localStorage.getItem('checkout-draft')).toBeNull()
    keepCheckoutDraft({ customer: 'grace', at: 0, shippingMethod: 'standard', confirmed: 0 })
    leave()
    expect(localStorage.getItem('checkout-draft')).toContain('grace')
  })

  it('nor in the place of what was chosen in another tab since', () => {
    const tabs = [1, 2].map(() => renderHook(() => useCheckoutDraft(ada)).result.current)
    act(() => void tabs[1]?.change({ shippingMethod: 'express' }))
    act(() => void tabs[0]?.change({ shippingMethod: 'overnight' }))
    leave()
    expect(readCheckoutDraft(ada)).toMatchObject({ shippingMethod: 'overnight' })
  })

  it('but for nobody else: what another customer left is neither read nor kept', () => {
    const contact = {
      first_name: 'Grace',
      last_name: 'Sloe',
      email: 'grace@example.com',
      phone: '02079460123',
    }
    keepCheckoutDraft({
      customer: 'grace',
      at: 0,
      contact,
      addressId: '1',
      shippingMethod: 'express',
      confirmed: 1,
    })
    const { result } = renderHook(() => useCheckoutDraft(ada))
    expect(result.current.draft).toEqual({ customer: ada, at: 0, shippingMethod: 'standard', confirmed: 0 })
    expect(localStorage.getItem('checkout-draft')).toBeNull()
  })
})
