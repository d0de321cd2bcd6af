// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import type { Variant } from '#contract/catalogue.ts'
import { CartLine } from '#src/features/cart/CartLine.tsx'
import { CartPage } from '#src/features/cart/CartPage.tsx'
import { type CartChanges, removeLine } from '#src/features/cart/changes.ts'
import { cartTrouble } from '#src/features/cart/lineTrouble.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { session } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

const nothing = () => undefined

it('what is done to a line says of which variant, in the words beside it: a letter alone says nothing to who only hears it', () => {
  const variant: Variant = {
    id: 3,
    name: 'J',
    price: '120.00',
    compare_at_price: null,
    stock_quantity: 5,
  }
  const line = newLine(piece(1, { variant_label: 'Ring size', variants: [variant] }), variant)
  show(<CartLine line={{ ...line, id: '1', total: '120.00' }} onQuantity={nothing} onRemove={nothing} />)
  expect(screen.getByText('Ring size: J')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Remove Piece 1 (Ring size: J)' })).toBeDefined()
  expect(screen.getByRole('spinbutton', { name: 'Quantity of Piece 1 (Ring size: J)' })).toBeDefined()
})

it('the name of a line leads to the piece in the size that is in the cart', () => {
  const variant: Variant = { id: 3, name: 'J', price: '120.00', compare_at_price: null, stock_quantity: 5 }
  const sized = piece(2, { variant_label: 'Ring size', variants: [variant] })
  for (const line of [newLine(piece(1), null), newLine(sized, variant)])
    show(<CartLine line={{ ...line, id: '1', total: '120.00' }} onQuantity={nothing} onRemove={nothing} />)
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(['Piece 1', 'Piece 2'].map(address)).toEqual(['/products/piece-1', '/products/piece-2?variant=3'])
})

it('what keeps a cart from being ordered names the size that is meant, not only its piece', () => {
  const sizes = ['J', 'K'].map((name, id) => ({
    id,
    name,
    price: '120.00',
    compare_at_price: null,
    stock_quantity: name === 'J' ? 5 : 1,
  }))
  const product = piece(1, { variant_label: 'Ring size', variants: sizes })
  const lines = sizes.map((size) => ({ ...newLine(product, size, 2), id: size.name, total: '240.00' }))
  expect(cartTrouble(lines)).toBe(
    'Piece 1 (Ring size: K): Only 1 is left in stock. Please change or remove it to go on.',
  )
})

it('that no more of a piece can be had is said once all of it is in the cart, however many that are', () => {
  const line = { ...newLine(piece(1, { stock_quantity: 20 }), null, 20), id: '1', total: '120.00' }
  show(<CartLine line={line} onQuantity={nothing} onRemove={nothing} />)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    cartTexts.onlyLeft(20),
  )
  cleanup()
  show(<CartLine line={{ ...line, quantity: 19 }} onQuantity={nothing} onRemove={nothing} />)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', ''])
})

function Sold() {
  const [stock_quantity, setStock] = useState(20)
  const line = { ...newLine(piece(1, { stock_quantity }), null, 2), id: '1', total: '240.00' }
  return (
    <>
      <button type="button" onClick={() => setStock(0)}>
        Sell them all
      </button>
      <CartLine line={line} onQuantity={nothing} onRemove={nothing} />
    </>
  )
}

it('that a piece in the cart can no longer be had is announced as it happens', () => {
  show(<Sold />)
  const [status] = screen.getAllByRole('status')
  fireEvent.click(screen.getByRole('button', { name: 'Sell them all' }))
  expect(status?.textContent).toBe('Product is out of stock')
})

function CartOf({ count }: { count: number }) {
  const [items, setItems] = useState(() =>
    Array.from({ length: count }, (_, index) => ({
      ...newLine(piece(index + 1), null),
      id: String(index),
      total: '120.00',
    })),
  )
  const nothing = async () => undefined
  return (
    <CartPage
      cart={{ id: '1', items, total: '120.00' }}
      coupon={null}
      isSettled
      changes={{
        add: nothing,
        setQuantity: nothing,
        remove: async ({ product_id }) =>
          setItems((before) => before.filter((line) => line.product_id !== product_id)),
        clear: nothing,
      }}
    />
  )
}

it('Undo puts back as many of a line as there are, and is not offered where there are none', async () => {
  const undo: (() => void)[] = []
  const said = vi.spyOn(notify, 'success').mockImplementation((_message, options) => {
    if (options?.action) undo.push(options.action.run)
    return ''
  })
  const added: number[] = []
  const changes: Pick<CartChanges, 'add' | 'remove'> = {
    add: async ({ quantity, restores }) => void (restores === true && added.push(quantity)),
    remove: async () => undefined,
  }
  for (const stock_quantity of [0, 2])
    await removeLine(changes, newLine(piece(1, { stock_quantity }), null, 5), cartTexts.removed)
  expect(undo).toHaveLength(1)
  undo[0]?.()
  await eventually(() => expect(added).toEqual([2]))
  said.mockRestore()
})

it('Undo does nothing, and says nothing, once somebody else is signed in', async () => {
  session.start(ada)
  let undo = nothing as () => void
  const said = vi.spyOn(notify, 'success').mockImplementation((_message, options) => {
    undo = options?.action?.run ?? undo
    return ''
  })
  let added = 0
  const changes = { add: async () => void (added += 1), remove: async () => undefined }
  await removeLine(changes, newLine(piece(1), null, 5), cartTexts.removed)
  session.start({ ...ada, user_id: '2', first_name: 'Grace' })
  undo()
  await Promise.resolve()
  expect([added, said.mock.calls.map(([message]) => message)]).toEqual([0, [cartTexts.removed]])
  said.mockRestore()
  await session.logout()
})

it('who removes a line stays where they are in a long cart, and is shown that it is empty in the end', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  show(<CartOf count={2} />)
  const removeOne = (name: string) => {
    const [button] = screen.getAllByRole('button', { name: /^Remove/ })
    button?.focus()
    if (button) fireEvent.click(button)
    return eventually(() => {
      expect(document.activeElement).toBe(screen.getByRole('heading', { name }))
      return focus.mock.lastCall
    })
  }
  expect(await removeOne('Your cart')).toEqual([{ preventScroll: true }])
  expect(await removeOne('Your cart is empty')).toEqual([{ preventScroll: false }])
})
