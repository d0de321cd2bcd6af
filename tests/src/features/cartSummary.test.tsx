// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { CartSummary } from '#src/features/cart/CartSummary.tsx'
import { newLine } from '#src/features/cart/newLine.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

/** A cart whose one piece somebody else buys, and gives back. */
function Cart() {
  const [isSold, setSold] = useState(false)
  const ring = piece(1)
  const line = newLine(isSold ? { ...ring, stock_quantity: 0 } : ring, null, 1)
  return (
    <>
      <CartSummary lines={[{ ...line, id: '1', total: '120.00' }]} coupon={null} isSettled />
      <button type="button" onClick={() => setSold(!isSold)}>
        Somebody else
      </button>
    </>
  )
}

it('the way to the checkout keeps the keyboard’s place when it closes, says why, and when it opens again', () => {
  show(<Cart />)
  const way = () => [document.activeElement?.tagName, document.activeElement?.textContent]
  const somebodyElse = screen.getByRole('button', { name: 'Somebody else' })
  screen.getByRole('link', { name: 'Checkout' }).focus()
  fireEvent.click(somebodyElse)
  expect(way()).toEqual(['BUTTON', 'Checkout'])
  const reason = document.activeElement?.getAttribute('aria-describedby') ?? ''
  expect(document.querySelector(`[id="${reason}"]`)?.textContent).toMatch(/stock/i)
  fireEvent.click(somebodyElse)
  expect(way()).toEqual(['A', 'Checkout'])
})
