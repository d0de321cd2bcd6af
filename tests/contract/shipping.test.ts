import { expect, test } from 'vitest'
import { deliveryWindow, shippingCost } from '#contract/shipping.ts'
import type { ShippingMethod } from '#contract/shipping.ts'

const day = (date: Date) => date.toISOString().slice(0, 10)

test.each<[ShippingMethod, number]>([
  ['standard', 0],
  ['express', 1299],
  ['overnight', 2499],
])('%s shipping costs %i pence', (method, cost) => {
  expect(shippingCost(method)).toBe(cost)
})

test.each<[string, ShippingMethod, string, string, string]>([
  ['Monday', 'overnight', '2026-11-16', '2026-11-17', '2026-11-17'],
  ['Thursday', 'overnight', '2026-11-19', '2026-11-20', '2026-11-20'],
  ['Friday', 'overnight', '2026-11-20', '2026-11-23', '2026-11-23'],
  ['Saturday', 'overnight', '2026-11-21', '2026-11-23', '2026-11-23'],
  ['Sunday', 'overnight', '2026-11-22', '2026-11-23', '2026-11-23'],
  ['Wednesday', 'express', '2026-11-18', '2026-11-20', '2026-11-23'],
  ['Monday', 'standard', '2026-11-16', '2026-11-23', '2026-11-25'],
  ['Friday over the new year', 'standard', '2026-12-25', '2027-01-01', '2027-01-05'],
])('placed on a %s, %s is delivered on working days only', (_name, method, placed, first, last) => {
  const [from, to] = deliveryWindow(method, new Date(`${placed}T12:00:00Z`))
  expect([day(from), day(to)]).toEqual([first, last])
})

test('half past midnight on a summer Friday in London is Friday, though it is Thursday in UTC', () => {
  const [arrives] = deliveryWindow('overnight', new Date('2026-07-16T23:30:00Z'))
  expect(arrives.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/London' })).toBe('Monday')
})
