// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import type { Product } from '#contract/catalogue.ts'
import { longestSubject } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { AddToCart } from '#src/features/cart/AddToCart.tsx'
import { newLine } from '#src/features/cart/newLine.ts'
import { cartView } from '#src/features/cart/state.ts'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { session } from '#src/lib/client.ts'
import { Route as contactRoute } from '#src/routes/contact.tsx'
import { ada } from '#tests/support/ada.ts'
import { adaOffline } from '#tests/support/adaOffline.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

const heard = adaOffline()
const ring = piece(1)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('what could not be put into the cart is not said to be in it', async () => {
  lost('#src/features/cart/live.ts')
  show(<AddToCart product={ring} variant={null} onChoiceMissing={() => undefined} />)
  press('Add to cart')
  await eventually(() => expect(heard.said).toEqual([texts.networkError]))
  press('Add to cart')
  await eventually(() => expect(heard.said).toEqual([texts.networkError, cartTexts.added]))
})

it('nor is a wish that could not be kept', async () => {
  lost('#src/features/wishlist/live.ts')
  show(<WishlistButton product={ring} />)
  press('Add Piece 1 to wishlist')
  await eventually(() => expect(heard.said).toEqual([texts.networkError]))
  press('Add Piece 1 to wishlist')
  await eventually(() => expect(heard.said).toEqual([texts.networkError, wishlistTexts.added]))
})

/** A ring's own page, with so many of it in the cart. */
function showInCart(product: Product, quantity: number) {
  const total = `${120 * quantity}.00`
  const line = { ...newLine(product, null, quantity), id: '1', total }
  cartView.show({ cart: { id: '1', items: [line], total }, lines: [line], isSettled: true, error: null })
  show(<AddToCart product={product} variant={null} onChoiceMissing={() => undefined} />)
}

it('who has all that there are of a piece in the cart cannot add another, and reads why', async () => {
  showInCart({ ...ring, stock_quantity: 1 }, 1)
  expect(screen.queryByRole('button', { name: 'Add another' })).toBeNull()
  const another = screen.getByRole('button', { name: 'No more in stock' })
  expect(another.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(another)
  press('Remove from cart')
  // What is said of the first press would come before what is said of the second.
  await eventually(() => expect(heard.said).toEqual([cartTexts.removed]))
})

/** Two of a ring are in the cart, and removed from it on the ring's own page. */
async function takeOut() {
  showInCart(ring, 2)
  press('Remove from cart')
  await eventually(() => expect(heard.said).toEqual([cartTexts.removed]))
}

it('what is taken out of the cart on its own page can be put back, which is said as in the cart', async () => {
  await takeOut()
  heard.offered?.run()
  await eventually(() => expect(heard.said).toEqual([cartTexts.removed, cartTexts.restored]))
})

it('nothing is said to be back that was somebody else’s, who has left since', async () => {
  await takeOut()
  act(() => session.start({ ...ada, user_id: '2', first_name: 'Grace' }))
  heard.offered?.run()
  press('Remove from cart')
  // The message about the first comes before the one about the second.
  await eventually(() => expect(heard.said.slice(1)).toEqual([cartTexts.removed]))
})

const size = (id: number, name: string, stock_quantity: number) => ({
  id,
  name,
  price: '120.00',
  compare_at_price: null,
  stock_quantity,
})
const signet = piece(3, {
  name: 'Oval Signet Ring',
  variant_label: 'Ring size',
  variants: [size(1, 'T', 2), size(2, 'U', 0)],
})
const [inStock = null, soldOut = null] = signet.variants

it.each([
  ['a piece', piece(4, { name: 'Rope Chain', stock_quantity: 0 }), null, 'Rope Chain'],
  ['a size', signet, soldOut, 'Oval Signet Ring (Ring size: U)'],
  ['a piece in all its sizes', { ...signet, stock_quantity: 0 }, null, 'Oval Signet Ring'],
])('who finds %s sold out can ask about it', (_what, product, variant, named) => {
  show(<AddToCart {...{ product, variant }} onChoiceMissing={() => undefined} />)
  const link = screen.getByRole('link', { name: 'Ask us when it is back' })
  const { pathname, searchParams, hash } = new URL(link.getAttribute('href') ?? '', 'https://damson.test')
  expect([pathname, searchParams.get('subject'), hash]).toEqual([
    '/contact',
    `When is it back? ${named}`,
    '#message-title',
  ])
})

it('however long its name is, the contact page takes the subject', () => {
  const name = 'Ring of Plums '.repeat(14).trim()
  show(
    <AddToCart
      product={piece(4, { name, stock_quantity: 0 })}
      variant={null}
      onChoiceMissing={() => undefined}
    />,
  )
  const link = screen.getByRole('link', { name: 'Ask us when it is back' })
  const { searchParams } = new URL(link.getAttribute('href') ?? '', 'https://damson.test')
  const read = contactRoute.options.validateSearch
  const taken = typeof read === 'function' ? read(Object.fromEntries(searchParams)) : {}
  expect(taken).toEqual({ subject: `When is it back? ${name}`.slice(0, longestSubject).trim() })
})

it.each([
  ['a piece', ring, null],
  ['a size', signet, inStock],
  ['some size', signet, null],
])('and nobody asks about %s that there is', (_what, product, variant) => {
  show(<AddToCart {...{ product, variant }} onChoiceMissing={() => undefined} />)
  expect(screen.queryByRole('link')).toBeNull()
})
