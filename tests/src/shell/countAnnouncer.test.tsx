// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { cartView } from '#src/features/cart/state.ts'
import { wishlistView } from '#src/features/wishlist/state.ts'
import { CountAnnouncer } from '#src/shell/CountAnnouncer.tsx'
import { piece } from '#tests/support/pieces.ts'

afterEach(() => {
  cleanup()
  cartView.clear()
  wishlistView.clear()
})

/** So many are in the cart from now on, as far as the shop knows. */
const put = (quantity: number) =>
  act(() => {
    const line = { ...newLine(piece(1), null, quantity), id: '1', total: '120.00' }
    const cart = { id: '1', items: quantity === 0 ? [] : [line], total: '120.00' }
    cartView.show({ cart, lines: cart.items, isSettled: true, error: null })
  })
const wish = (...ids: number[]) =>
  act(() => {
    const entries = ids.map((id) => ({ id: String(id), product_id: id, product: piece(id) }))
    wishlistView.show({ entries, known: entries, error: null, retry: () => undefined })
  })
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

it('what a customer has is no news, whether it is known before or after there is who tells of it; what changes is', () => {
  put(2)
  render(<CountAnnouncer />)
  expect(said()).toEqual(['', ''])
  wish(1)
  expect(said()).toEqual(['', ''])
  put(3)
  expect(said()).toEqual(['Cart, 3 items', ''])
  wish()
  put(0)
  expect(said()).toEqual([cartTexts.empty, wishlistTexts.empty])
})

it('nor is what the next customer has', () => {
  put(2)
  wish(1)
  render(<CountAnnouncer />)
  act(() => {
    cartView.clear()
    wishlistView.clear()
  })
  put(1)
  wish(1, 2)
  expect(said()).toEqual(['', ''])
  put(2)
  expect(said()).toEqual(['Cart, 2 items', ''])
})
