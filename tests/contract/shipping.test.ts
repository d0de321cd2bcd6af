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
  ['Friday over the new year', 'standard', '2026-12-25', '2027-01-05', '2027-01-07'],
  ['Christmas Eve', 'overnight', '2026-12-24', '2026-12-29', '2026-12-29'],
  ['Maundy Thursday', 'overnight', '2027-03-25', '2027-03-30', '2027-03-30'],
])('placed on a %s, %s is delivered on working days only', (_name, method, placed, first, last) => {
  const [from, to] = deliveryWindow(method, new Date(`${placed}T12:00:00Z`))
  expect([day(from), day(to)]).toEqual([first, last])
})

// As gov.uk lists them, with the substitute days for weekends; the last of each year is Boxing Day's.
test.each([
  [
    2026,
    ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25', '2026-08-31'],
    ['2026-12-25', '2026-12-28'],
  ],
  [
    2027,
    ['2027-01-01', '2027-03-26', '2027-03-29', '2027-05-03', '2027-05-31', '2027-08-30'],
    ['2027-12-27', '2027-12-28'],
  ],
  [
    2028,
    ['2028-01-03', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-29', '2028-08-28'],
    ['2028-12-25', '2028-12-26'],
  ],
  [
    2033,
    ['2033-01-03', '2033-04-15', '2033-04-18', '2033-05-02', '2033-05-30', '2033-08-29'],
    ['2033-12-26', '2033-12-27'],
  ],
])('nothing is delivered on a bank holiday of %i, and on every other working day', (year, early, late) => {
  const passed = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(year, 0, index + 1, 12)))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .filter((date) => {
      const before = new Date(date.getTime() - 24 * 60 * 60_000)
      return day(deliveryWindow('overnight', before)[0]) !== day(date)
    })
  expect(passed.map(day)).toEqual([...early, ...late])
})

test.each(['1981-04-19', '2024-03-31', '2038-04-25', '2049-04-18', '2076-04-19'])(
  'Easter is %s',
  (sunday) => {
    const thursday = new Date(new Date(`${sunday}T12:00:00Z`).getTime() - 3 * 24 * 60 * 60_000)
    const tuesday = new Date(thursday.getTime() + 5 * 24 * 60 * 60_000)
    expect(day(deliveryWindow('overnight', thursday)[0])).toBe(day(tuesday))
  },
)

test('half past midnight on a summer Friday in London is Friday, though it is Thursday in UTC', () => {
  const [arrives] = deliveryWindow('overnight', new Date('2026-07-16T23:30:00Z'))
  expect(arrives.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/London' })).toBe('Monday')
})
