import { expect, it } from 'vitest'
import { toCard } from '#src/features/catalogue/card.ts'
import { piece } from '#tests/support/pieces.ts'

it.each([
  ['299.00', '300.00', 0, 'new'],
  ['298.00', '300.00', 1, 'sale'],
  ['200.00', '300.00', 33, 'sale'],
  // Half a percent rounds up at every price, as half a penny does.
  ['97.50', '100.00', 3, 'sale'],
  ['185.00', '200.00', 8, 'sale'],
  ['370.00', '400.00', 8, 'sale'],
  ['0.40', '100.00', 99, 'sale'],
  ['0.00', '100.00', 100, 'sale'],
  ['300.00', '300.00', null, 'new'],
])('a piece at %s instead of %s is %s percent off, and its card says %s', (price, was, percent, badge) => {
  const card = toCard(piece(1, { price, compare_at_price: was, is_new: true }))
  expect(card).toMatchObject({ discountPercent: percent, badge })
})
