import { expect, test } from 'vitest'
import { toPence, toPounds } from '#contract/money.ts'
import { taxToday, totalRows } from '#contract/totalRows.ts'
import { orderTotals, percentOf } from '#contract/totals.ts'

const line = (price: number, quantity = 1) => ({ price, quantity })

test.each([
  ['one piece', [line(24900)], 0, 0, { subtotal: 24900, discount: 0, shipping: 0, tax: 1743, total: 26643 }],
  [
    'several lines and quantities',
    [line(9999, 2), line(1, 3)],
    0,
    1299,
    { subtotal: 20001, discount: 0, shipping: 1299, tax: 1400, total: 22700 },
  ],
  [
    'a coupon before tax',
    [line(10000)],
    10,
    0,
    { subtotal: 10000, discount: 1000, shipping: 0, tax: 630, total: 9630 },
  ],
  [
    'a fifth off, overnight',
    [line(33333)],
    20,
    2499,
    { subtotal: 33333, discount: 6667, shipping: 2499, tax: 1867, total: 31032 },
  ],
  [
    'tax of half a penny goes up',
    [line(50)],
    0,
    0,
    { subtotal: 50, discount: 0, shipping: 0, tax: 4, total: 54 },
  ],
  [
    'tax of less than half a penny goes down',
    [line(7)],
    0,
    0,
    { subtotal: 7, discount: 0, shipping: 0, tax: 0, total: 7 },
  ],
  [
    'a discount of half a penny goes up',
    [line(5)],
    10,
    0,
    { subtotal: 5, discount: 1, shipping: 0, tax: 0, total: 4 },
  ],
  ['everything off', [line(5000)], 100, 0, { subtotal: 5000, discount: 5000, shipping: 0, tax: 0, total: 0 }],
  ['nothing', [], 10, 0, { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 }],
  [
    'no tax on shipping',
    [line(0)],
    0,
    2499,
    { subtotal: 0, discount: 0, shipping: 2499, tax: 0, total: 2499 },
  ],
])('an order of %s adds up to the penny', (_name, lines, percent, shipping, expected) => {
  const totals = orderTotals(lines, percent, shipping)
  expect(totals).toEqual(expected)
  expect(totals.subtotal - totals.discount + totals.shipping + totals.tax).toBe(totals.total)
})

test('percentages of any amount are whole pence, half a penny up', () => {
  for (let pence = 0; pence <= 2_000; pence += 1) {
    for (const percent of [0, 1, 5, 7, 10, 20, 99, 100]) {
      const exact = (pence * percent) / 100
      const rounded = percentOf(pence, percent)
      expect(Number.isInteger(rounded)).toBe(true)
      expect(rounded - exact).toBeGreaterThan(-0.5)
      expect(rounded - exact).toBeLessThanOrEqual(0.5)
    }
  }
})

test('pounds and pence are each other, without a rounding error', () => {
  for (const pence of [0, 1, 9, 10, 99, 100, 101, 2_49_00, 1_234_56, 999_999_999]) {
    expect(toPence(toPounds(pence))).toBe(pence)
  }
  expect(toPounds(24_900)).toBe('249.00')
  expect(toPounds(5)).toBe('0.05')
  expect(() => toPounds(0.5)).toThrow(RangeError)
  expect(() => toPounds(-1)).toThrow(RangeError)
})

const free = {
  subtotal: '249.00',
  discount: '0.00',
  shipping_cost: '0.00',
  tax: '17.43',
  coupon_code: null,
}
test.each([
  ['an order', free, ['Subtotal £249.00', 'Shipping Free', 'Tax £17.43']],
  [
    'one with a code, sent faster',
    { ...free, discount: '24.90', coupon_code: 'SAVE10', shipping_cost: '12.99' },
    ['Subtotal £249.00', 'Discount (SAVE10) −£24.90', 'Shipping £12.99', 'Tax £17.43'],
  ],
  [
    'a code that takes nothing off',
    { ...free, coupon_code: 'SAVE10' },
    ['Subtotal £249.00', 'Discount (SAVE10) −£0.00', 'Shipping Free', 'Tax £17.43'],
  ],
  [
    'a discount whose code is not known any more',
    { ...free, discount: '24.90' },
    ['Subtotal £249.00', 'Discount −£24.90', 'Shipping Free', 'Tax £17.43'],
  ],
  [
    'what is about to be ordered, in pence, with the rate of today',
    { ...free, subtotal: 24_900, discount: 0, shipping_cost: 0, tax: 1_743, tax_label: taxToday },
    ['Subtotal £249.00', 'Shipping Free', 'Tax (7%) £17.43'],
  ],
])('lays out what %s comes to', (_name, amounts, rows) => {
  expect(totalRows(amounts).map(({ label, value }) => `${label} ${value}`)).toEqual(rows)
})
