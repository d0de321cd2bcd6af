// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { longestDelivery, restockingPercent, returnWindowDays } from '#contract/constants.ts'
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

const sent = (at: string): Partial<Order> => ({
  status: 'shipped',
  events: [
    { status: 'pending', at: placed.created_at },
    { status: 'shipped', at },
  ],
})

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each(['pending', 'processing'])('a %s order says when it comes, and how', (status) => {
  open({ status })
  expect(delivery()).toBe('Express, expected 25\u00A0to 26\u00A0November')
})

it('an order with something to engrave says that it may come later, until it has left', () => {
  const note = 'Inside the ring: always'
  const days = 'Express, expected 25\u00A0to 26\u00A0November'
  open({ status: 'processing', note })
  expect(delivery()).toBe(`${days}, later if a piece is engraved first`)
  cleanup()
  open({ ...sent('2026-11-23T12:00:00Z'), note })
  expect(delivery()).toBe(days)
})

it.each([
  ['on the day on which it is to leave', '2026-11-23T18:00:00Z', '25\u00A0to 26\u00A0November'],
  ['the day after', '2026-11-24T00:30:00Z', '26\u00A0to 27\u00A0November'],
  ['a week later in the evening', '2026-11-30T22:00:00Z', '2\u00A0to 3\u00A0December'],
  ['on a later Saturday', '2026-11-28T10:00:00Z', '2\u00A0to 3\u00A0December'],
])('an order that has not left by then is expected in as many days from today: %s', (_when, now, days) => {
  vi.setSystemTime(new Date(now))
  open({ status: 'processing' })
  expect(delivery()).toBe(`Express, expected ${days}`)
})

it.each([
  ['days late', '2026-11-26T10:00:00Z', '30\u00A0November to 1\u00A0December'],
  ['days late, and in the evening', '2026-11-26T19:00:00Z', '30\u00A0November to 1\u00A0December'],
  ['earlier than it had to', '2026-11-20T19:00:00Z', '24\u00A0to 25\u00A0November'],
])('the days of an order that has left are counted from when it did: %s', (_how, at, days) => {
  vi.setSystemTime(new Date(at))
  open(sent(at))
  expect(delivery()).toBe(`Express, expected ${days}`)
})

it('no day is expected that is over', () => {
  vi.setSystemTime(new Date('2026-12-01T23:30:00Z'))
  open(sent('2026-11-26T10:00:00Z'))
  expect(delivery()).toContain('expected')
  cleanup()
  vi.setSystemTime(new Date('2026-12-02T00:30:00Z'))
  open(sent('2026-11-26T10:00:00Z'))
  expect(delivery()).toBe('Express')
})

it('nor one of an order that left nobody knows when, counted as if it had left in time', () => {
  open({ status: 'shipped' })
  expect(delivery()).toBe('Express, expected 25\u00A0to 26\u00A0November')
  cleanup()
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

it.each(['shipped', 'delivered'])(
  'a %s order says that what was engraved for it cannot be sent back',
  (status) => {
    open({ status, note: 'Inside the signet: A & B' })
    expect(shown()).toContain(`${returnWindowDays} days from its arrival`)
    expect(shown()).toContain('An engraved piece cannot be returned, unless it is faulty.')
    cleanup()
    open({ status })
    expect(shown()).not.toContain('engraved')
  },
)

it(`an order that was sent and has not come after ${longestDelivery} days may be cancelled by writing to us, as the terms promise`, () => {
  const way = () => screen.queryByRole('link', { name: 'write to us' })?.getAttribute('href')
  vi.setSystemTime(new Date('2026-12-20T18:00:00Z'))
  open(sent('2026-11-23T12:00:00Z'))
  expect(shown()).toContain(orderTexts.notCancellable)
  expect(way()).toBeUndefined()
  cleanup()
  vi.setSystemTime(new Date('2026-12-20T18:01:00Z'))
  open(sent('2026-11-23T12:00:00Z'))
  expect(shown()).toContain(
    'If it has not reached you, you may cancel and are refunded in full: write to us.',
  )
  expect(way()).toBe('/contact?subject=Order+DMS-ABCDEFGH')
  expect(returns()).toBe('/resources/returns-exchanges')
  cleanup()
  open({ status: 'delivered' })
  expect(way()).toBeUndefined()
})

it('a cancelled order says where the money is, if there was any', () => {
  open({ status: 'cancelled' })
  expect(screen.getByText(orderTexts.moneyGoesBack)).toBeDefined()
  // The page does not know whether it was taken before the order was cancelled, or only held.
  expect(orderTexts.moneyGoesBack).not.toMatch(/\bpaid\b/)
  cleanup()
  open({ status: 'cancelled', total: '0.00' })
  expect(screen.queryByText(orderTexts.moneyGoesBack)).toBeNull()
})

it('no days are promised of an order to another country, nor of one sent in a way that is unknown', () => {
  open({ shipping_address: { ...adasAddress('1', true), country: 'France' } })
  expect(delivery()).toBe('Express')
  cleanup()
  open({ shipping_method: 'pigeon' })
  expect(delivery()).toBeNull()
})
