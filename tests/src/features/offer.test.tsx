// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { chosenVariant } from '#src/features/catalogue/choice.ts'
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx'
import { ProductPage } from '#src/features/catalogue/ProductPage.tsx'
import { piece } from '#tests/support/pieces.ts'
import { placed, show } from '#tests/support/show.tsx'

const ignore = () => undefined
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = ignore
      disconnect = ignore
    },
  ),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const size = (id: number, price: string, stock_quantity = 9) => ({
  id,
  name: `Size ${id}`,
  price,
  compare_at_price: null,
  stock_quantity,
})
const inSizes = (...variants: Product['variants']) =>
  piece(1, { variant_label: 'Ring size', variants, stock_quantity: 20 })

const page = (product: Product, choice?: number) => (
  <ProductPage
    product={product}
    variant={chosenVariant(product, choice)}
    onChoose={ignore}
    buy={null}
    buyInShort={null}
  />
)
const heading = () => screen.getByRole('heading', { level: 1 }).parentElement
const priceSaid = () => document.querySelector('main [aria-live], header [aria-live]')?.textContent
const stockSaid = () => screen.getByRole('status').textContent
const chosen = () => screen.queryByRole<HTMLInputElement>('radio', { checked: true })?.value ?? null

it('a piece whose sizes differ in price is said to cost ‘from’ the least, on its card and until one is chosen', () => {
  const ring = inSizes(size(1, '150.00'), size(2, '120.00'))
  show(<ProductCard product={ring} />)
  expect(screen.getByRole('article').textContent).toContain('From £120.00')
  cleanup()
  show(page(ring))
  expect([chosen(), priceSaid()]).toEqual([null, 'From £120.00'])
  cleanup()
  show(page(ring, 1))
  expect([chosen(), priceSaid()]).toEqual(['1', '£150.00'])
})

it('one whose sizes cost the same is not, and still none is chosen for the shopper', () => {
  const ring = inSizes(size(1, '120.00'), size(2, '120.00'))
  show(<ProductCard product={ring} />)
  expect(screen.getByRole('article').textContent).not.toContain('From')
  cleanup()
  show(page(ring))
  expect([chosen(), priceSaid()]).toEqual([null, '£120.00'])
})

it('of a single size nothing is to be chosen', () => {
  show(page(inSizes(size(7, '120.00', 1))))
  expect([chosen(), stockSaid()]).toEqual(['7', 'Only 1 left'])
})

it('the former price and what is taken off are those of the chosen size', () => {
  show(page(inSizes({ ...size(1, '150.00'), compare_at_price: '200.00' }, size(2, '120.00')), 1))
  expect(priceSaid()).toBe('£150.00 Was £200.0025% off')
})

it.each([
  [0, 'Out of stock'],
  [1, 'Only 1 left'],
  [2, 'Only 2 left'],
  [3, 'In stock'],
])('of %i pieces, where two are few, it says: %s', (stock_quantity, said) => {
  show(page(piece(1, { stock_quantity, low_stock_threshold: 2 })))
  expect(stockSaid()).toBe(said)
})

it.each([
  ['none of them', undefined, 'In stock'],
  ['one that is there', 1, 'In stock'],
  ['one of which few are left', 2, 'Only 2 left'],
  ['one that is sold out', 3, 'Out of stock'],
])('of several sizes it says, with %s chosen, how many there are of it', (_which, choice, said) => {
  show(page(inSizes(size(1, '120.00'), size(2, '120.00', 2), size(3, '120.00', 0)), choice))
  expect(stockSaid()).toBe(said)
})

it('all sizes of which are sold out is out of stock before one is chosen', () => {
  show(page(inSizes(size(1, '120.00', 0), size(2, '120.00', 0))))
  expect(stockSaid()).toBe('Out of stock')
})

it('few pieces in all their sizes together are said to be few before one is chosen', () => {
  const ring = (left: number) => ({
    ...inSizes(size(1, '120.00', left - 1), size(2, '120.00', 1), size(3, '120.00', 0)),
    stock_quantity: left,
    low_stock_threshold: 3,
  })
  show(page(ring(3)))
  expect(stockSaid()).toBe('Only 3 left')
  cleanup()
  show(page(ring(4)))
  expect(stockSaid()).toBe('In stock')
})

it.each([
  ['New', { is_new: true }],
  ['Featured', { is_featured: true }],
  ['Bestseller', { is_bestseller: true }],
])('a piece that is %s says so on its page, and others do not', (badge, kind) => {
  show(page(piece(1, kind)))
  expect(heading()?.textContent).toContain(badge)
  cleanup()
  show(page(piece(1)))
  expect(heading()?.textContent).not.toContain(badge)
})

it('a choice is told by what told of the piece before; another piece is told by its page alone', () => {
  const said = () => [document.querySelector('header [aria-live]'), screen.getByRole('status')]
  const ring = inSizes(size(1, '150.00'), size(2, '120.00', 0))
  const { rerender } = render(placed(page(ring)))
  const before = said()
  rerender(placed(page(ring, 2)))
  expect(said()).toEqual(before)
  expect([priceSaid(), stockSaid()]).toEqual(['£120.00', 'Out of stock'])
  // A screen reader would read the price and the stock of it before it says which piece it is.
  rerender(placed(page(piece(2))))
  for (const [nth, part] of said().entries()) expect(part).not.toBe(before[nth])
})
