// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Variant } from '#contract/catalogue.ts'
import { CartLine } from '#src/features/cart/CartLine.tsx'
import { newLine } from '#src/features/cart/newLine.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

it('what is done to a line says of which variant, in the words beside it: a letter alone says nothing to who only hears it', () => {
  const variant: Variant = {
    id: 3,
    name: 'J',
    price: '120.00',
    compare_at_price: null,
    stock_quantity: 5,
  }
  const line = newLine(piece(1, { variant_label: 'Ring size', variants: [variant] }), variant)
  const nothing = () => undefined
  show(<CartLine line={{ ...line, id: '1', total: '120.00' }} onQuantity={nothing} onRemove={nothing} />)
  expect(screen.getByText('Ring size: J')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Remove Piece 1 (Ring size: J)' })).toBeDefined()
  expect(screen.getByRole('spinbutton', { name: 'Quantity of Piece 1 (Ring size: J)' })).toBeDefined()
})
