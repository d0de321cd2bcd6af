import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, toPounds } from '#contract/money.ts'

const british = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

test('money is written as British English writes it, whatever the amount, from pence and from pounds', () => {
  const most = 10 ** 12
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), (pence) => {
      expect(formatMoney(pence)).toBe(british.format(pence / 100))
    }),
    { numRuns: 1_000 },
  )
  for (const pence of [0, 1, 99, 100, 99_999, 100_000, 123_450, 99_999_999, 100_000_000, -1, -123_456])
    expect(formatMoney(pence)).toBe(british.format(pence / 100))
  expect(formatMoney(toPounds(123_450))).toBe('£1,234.50')
})
