import { expect, test } from 'vitest'
import {
  deliversTo,
  deliveryPrice,
  deliveryTime,
  deliveryWindow,
  dispatchOf,
  dispatchText,
  homeCountry,
  isDeliveryOverdue,
  shippingCost,
} from '#contract/shipping.ts'
import type { ShippingMethod } from '#contract/shipping.ts'

const day = (date: Date) => date.toISOString().slice(0, 10)
/** The first and last day of delivery for an order placed then. */
const arrivalOf = (method: ShippingMethod, placed: Date) => deliveryWindow(method, dispatchOf(placed))

test.each<[ShippingMethod, number, string, string]>([
  ['standard', 0, 'Free', '5-7 business days'],
  ['express', 1299, '£12.99', '2-3 business days'],
  ['overnight', 2499, '£24.99', 'Next business day'],
])('%s shipping costs %i pence, which is said as %s, and takes: %s', (method, cost, price, time) => {
  expect(shippingCost(method)).toBe(cost)
  expect(deliveryPrice(shippingCost(method))).toBe(price)
  expect(deliveryTime(method)).toBe(time)
})

test.each<[string, ShippingMethod, string, string, string]>([
  ['Monday', 'overnight', '2026-11-16', '2026-11-17', '2026-11-17'],
  ['Thursday', 'overnight', '2026-11-19', '2026-11-20', '2026-11-20'],
  ['Friday', 'overnight', '2026-11-20', '2026-11-23', '2026-11-23'],
  ['Saturday', 'overnight', '2026-11-21', '2026-11-24', '2026-11-24'],
  ['Sunday', 'overnight', '2026-11-22', '2026-11-24', '2026-11-24'],
  ['Wednesday', 'express', '2026-11-18', '2026-11-20', '2026-11-23'],
  ['Monday', 'standard', '2026-11-16', '2026-11-23', '2026-11-25'],
  ['Christmas Day', 'standard', '2026-12-25', '2027-01-06', '2027-01-08'],
  ['Christmas Eve', 'overnight', '2026-12-24', '2026-12-29', '2026-12-29'],
  ['Maundy Thursday', 'overnight', '2027-03-25', '2027-03-30', '2027-03-30'],
])(
  'placed at noon on a %s, %s is sent and delivered on working days only',
  (_name, method, placed, first, last) => {
    const [from, to] = arrivalOf(method, new Date(`${placed}T12:00:00Z`))
    expect([day(from), day(to)]).toEqual([first, last])
  },
)

test.each([
  ['Monday at one minute to two', '2026-11-23T13:59:00Z', '2026-11-24'],
  ['Monday at two', '2026-11-23T14:00:00Z', '2026-11-25'],
  ['Monday at a minute to midnight', '2026-11-23T23:59:00Z', '2026-11-25'],
  ['Tuesday at a minute past midnight', '2026-11-24T00:01:00Z', '2026-11-25'],
  ['Friday evening', '2026-11-20T18:00:00Z', '2026-11-24'],
  ['Christmas Eve in the evening', '2026-12-24T18:00:00Z', '2026-12-30'],
  ['summer Wednesday at one minute to two', '2026-07-15T12:59:00Z', '2026-07-16'],
  ['summer Wednesday at two', '2026-07-15T13:00:00Z', '2026-07-17'],
])('the days of an order that is placed on a %s are counted from its dispatch', (_name, placed, arrives) => {
  expect(arrivalOf('overnight', new Date(placed)).map(day)).toEqual([arrives, arrives])
})

test.each([
  ['at one minute to two', '2026-11-23T13:59:00Z'],
  ['in the evening', '2026-11-23T22:00:00Z'],
])('but from the day on which it did leave, whatever the hour: %s', (_when, left) => {
  expect(deliveryWindow('overnight', new Date(left)).map(day)).toEqual(['2026-11-24', '2026-11-24'])
})

test('and are over when the last of them is in London, not before', () => {
  const left = new Date('2026-07-13T10:00:00Z')
  expect(isDeliveryOverdue('express', left, new Date('2026-07-16T22:59:59Z'))).toBe(false)
  expect(isDeliveryOverdue('express', left, new Date('2026-07-16T23:00:00Z'))).toBe(true)
})

test.each([
  [
    'Monday',
    'on the same Monday in the evening',
    '2026-11-23T10:00:00Z',
    '2026-11-23T18:00:00Z',
    '2026-11-23',
  ],
  ['Monday', 'the next day', '2026-11-23T10:00:00Z', '2026-11-24T18:00:00Z', '2026-11-24'],
  ['Saturday', 'on that Saturday', '2026-11-21T10:00:00Z', '2026-11-21T18:00:00Z', '2026-11-23'],
  ['Monday', 'on the next Saturday', '2026-11-23T10:00:00Z', '2026-11-28T10:00:00Z', '2026-11-30'],
  ['Monday', 'by a clock that is behind', '2026-11-23T10:00:00Z', '2026-11-20T10:00:00Z', '2026-11-23'],
])('an order placed at ten on a %s that is still in the shop %s leaves it no earlier', (...order) => {
  const [, , placed, now, leaves] = order
  expect(day(dispatchOf(new Date(placed), new Date(now)))).toBe(leaves)
})

test('and shoppers are told until which hour that is the same day', () => {
  expect(dispatchText).toBe('Ordered by 2 pm on a business day, it leaves the same day.')
})

test.each([
  homeCountry,
  ' united kingdom',
  'U.K.',
  'The United Kingdom',
  'GB',
  'Great Britain',
  'England',
  'Scotland',
  'WALES',
  'Northern Ireland',
  'N. Ireland',
  'NI',
  'Cymru',
  'GBR',
  'United Kingdom (UK)',
  'UK (United Kingdom)',
  'England, UK',
  'Scotland, United Kingdom',
  'Wales, Great Britain',
  'Great Britain and Northern Ireland',
  'United Kingdom of Great Britain and Northern Ireland',
  'The United Kingdom of Great Britain & Northern Ireland',
  'Unit',
  'England, U',
  'United Kingdom of Great',
  '',
])('the shop delivers to an address whose country is written “%s”', (country) => {
  expect(deliversTo({ country })).toBe(true)
})

test.each([
  'Ireland',
  'France',
  'United States',
  'USA',
  'Ukraine',
  'United Arab Emirates',
  'Uganda',
  'Gabon',
  'Andorra',
  'Oman',
  'New England',
  'New South Wales',
  'Nigeria',
  'Republic of Ireland',
  'Österreich',
  '日本',
])('and not to %s', (country) => expect(deliversTo({ country })).toBe(false))

test('where nothing is known of the address, it is taken for one at home', () => {
  expect(deliversTo(null)).toBe(true)
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
  const noons = (first: number) =>
    Array.from({ length: 366 - first }, (_, index) => new Date(Date.UTC(year, 0, first + index, 12)))
  const aWeekBefore = -6
  const arrivals = new Set(noons(aWeekBefore).map((placed) => day(arrivalOf('overnight', placed)[0])))
  const passed = noons(1)
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map(day)
    .filter((date) => !arrivals.has(date))
  expect(passed).toEqual([...early, ...late])
})

test.each(['1981-04-19', '2024-03-31', '2038-04-25', '2049-04-18', '2076-04-19'])(
  'Easter is %s',
  (sunday) => {
    const thursday = new Date(new Date(`${sunday}T12:00:00Z`).getTime() - 3 * 24 * 60 * 60_000)
    const tuesday = new Date(thursday.getTime() + 5 * 24 * 60 * 60_000)
    expect(day(arrivalOf('overnight', thursday)[0])).toBe(day(tuesday))
  },
)

test('half past midnight on a summer Friday in London is Friday, though it is Thursday in UTC', () => {
  const [arrives] = arrivalOf('overnight', new Date('2026-07-16T23:30:00Z'))
  expect(arrives.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/London' })).toBe('Monday')
})
