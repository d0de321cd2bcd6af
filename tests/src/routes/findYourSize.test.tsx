// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FindYourSize } from '#src/routes/-FindYourSize.tsx'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

/** What stands beside a choice, and whether it leads to the guide or opens it here. */
function beside(variant_label: string | null, category: string, sizes = ['N']): string | null {
  const variants = sizes.map((name, id) => ({
    id,
    name,
    price: '120.00',
    compare_at_price: null,
    stock_quantity: 5,
  }))
  const product = piece(1, { variant_label, variants, categories: [{ name: 'Pieces', slug: category }] })
  show(<FindYourSize product={product} onChoose={() => undefined} />)
  const way = screen.queryByRole('link') ?? screen.queryByRole('button')
  return way && `${way.localName}: ${way.textContent}`
}

const here = 'button: Find your size'

it.each([
  ['Ring size', 'rings', here],
  ['Ring Size', 'rings', here],
  ['UK ring size', 'rings', here],
  ['Ring size (UK)', 'rings', here],
  ['Size', 'rings', here],
  ['Uk size', 'rings', here],
  // One of a set.
  ['Ring size', 'gift-sets', here],
  ['Size', 'bracelets', 'a: Find your size'],
  ['size', 'bracelets', 'a: Find your size'],
  ['Chain length', 'necklaces', 'a: Find your length'],
  ['Chain Length', 'necklaces', 'a: Find your length'],
  ['Metal', 'rings', null],
  [null, 'rings', null],
])('beside a choice called %j, of a piece among the %s, stands %j', (label, category, way) => {
  expect(beside(label, category)).toBe(way)
})

it.each([
  ['Size', ['S', 'M'], null],
  ['Size', ['m', 'l'], null],
  ['Size', ['L', 'M', 'N'], here],
  ['Ring size', ['L', 'M'], here],
])(
  'beside a ring’s choice called %j of %j stands %j: S, M and L alone are no sizes of fingers',
  (label, sizes, way) => {
    expect(beside(label, 'rings', sizes)).toBe(way)
  },
)
