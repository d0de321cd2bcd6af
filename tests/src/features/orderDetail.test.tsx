// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import type { Order } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { OrderDetailPage } from '#src/features/orders/OrderDetailPage.tsx'
import { adasAddress, adasOrder } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

/** Placed on a Friday evening, so that it leaves on Monday. */
const placed: Order = { ...adasOrder, created_at: '2026-11-20T18:00:00.000Z', shipping_method: 'express' }
const open = (more: Partial<Order>) => show(<OrderDetailPage order={{ ...placed, ...more }} actions={null} />)
const delivery = () => screen.queryByText('Delivery')?.nextElementSibling?.textContent ?? null
const shown = () => document.body.textContent
const returns = () => screen.queryByRole('link', { name: 'returns and exchanges' })?.getAttribute('href')

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T23:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each(['pending', 'processing', 'shipped'])('a %s order says when it comes, and how', (status) => {
  open({ status })
  expect(delivery()).toBe('Express, expected 25\u00A0November to 26\u00A0November')
})

it('no day is expected that is over', () => {
  vi.setSystemTime(new Date('2026-11-27T00:30:00Z'))
  open({ status: 'shipped' })
  expect(delivery()).toBe('Express')
})

it.each(['delivered', 'cancelled', 'refunded'])('a %s order is not expected any more', (status) => {
  open({ status })
  expect(delivery()).toBe('Express')
})

it.each(['pending', 'processing'])('a %s order can still be cancelled, and says so', (status) => {
  open({ status })
  expect(shown()).toContain('You can cancel until the order leaves us.')
  expect(returns()).toBeUndefined()
})

it.each(['shipped', 'delivered'])(
  'a %s order says how to send it back, instead of cancelling it',
  (status) => {
    open({ status })
    expect(shown()).toContain(orderTexts.notCancellable)
    expect(shown()).toContain(`${returnWindowDays} days from its arrival`)
    expect(shown()).toContain(`less ${restockingPercent}%`)
    expect(returns()).toBe('/resources/returns-exchanges')
  },
)

it('a cancelled order says where the money is, if there was any', () => {
  open({ status: 'cancelled' })
  expect(screen.getByText(orderTexts.refunded)).toBeDefined()
  cleanup()
  open({ status: 'cancelled', total: '0.00' })
  expect(screen.queryByText(orderTexts.refunded)).toBeNull()
})

it('no days are promised of an order to another country, nor of one sent in a way that is unknown', () => {
  open({ shipping_address: { ...adasAddress('1', true), country: 'France' } })
  expect(delivery()).toBe('Express')
  cleanup()
  open({ shipping_method: 'pigeon' })
  expect(delivery()).toBeNull()
})
