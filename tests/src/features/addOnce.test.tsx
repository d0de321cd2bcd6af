// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { AddToCart } from '#src/features/cart/AddToCart.tsx'
import { newLine } from '#src/features/cart/newLine.ts'
import { cartView } from '#src/features/cart/state.ts'
import { outbox } from '#src/offline/outbox.ts'
import { adaOffline } from '#tests/support/adaOffline.ts'
import { eventually } from '#tests/support/eventually.ts'
import { held } from '#tests/support/held.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

const heard = adaOffline()
const ring = piece(1)
const waiting = () => outbox.all().map(({ payload }) => payload)

it('whoever presses again while the code is on its way, because nothing happened, adds one, and another only then; other pieces do not wait for it', async () => {
  const arrive = held('#src/features/cart/changes.ts')
  show(
    <>
      <AddToCart product={ring} variant={null} onChoiceMissing={() => undefined} />
      <AddToCart product={ring} variant={null} onChoiceMissing={() => undefined} layout="bar" />
      <AddToCart product={piece(2)} variant={null} onChoiceMissing={() => undefined} />
    </>,
  )
  const [add, inBar, ofOther] = screen.getAllByRole('button', { name: 'Add to cart' })
  if (!add || !inBar || !ofOther) throw new Error('Two buttons, as on the page, and that of the next page')
  for (const button of [add, add, inBar, add]) fireEvent.click(button)
  expect([add.getAttribute('aria-busy'), add.textContent]).toEqual([
    'true',
    expect.stringContaining('Adding…'),
  ])
  // Nobody has pressed it.
  expect([ofOther.getAttribute('aria-busy'), ofOther.getAttribute('aria-disabled')]).toEqual([null, null])
  arrive()
  await eventually(() => expect(heard.said).toEqual([cartTexts.added]))
  expect(waiting()).toMatchObject([{ kind: 'add', quantity: 1 }])
  await eventually(() => expect(add.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(add)
  await eventually(() => expect(waiting()).toMatchObject([{ kind: 'add', quantity: 2 }]))
})

it('what is removed on its own page is removed once, and added to only when that is done', async () => {
  const line = { ...newLine(ring, null, 2), id: '1', total: '240.00' }
  cartView.show({
    cart: { id: '1', items: [line], total: '240.00' },
    lines: [line],
    isSettled: true,
    error: null,
  })
  show(<AddToCart product={ring} variant={null} onChoiceMissing={() => undefined} />)
  const remove = screen.getByRole('button', { name: 'Remove from cart' })
  const another = screen.getByRole('button', { name: 'Add another' })
  fireEvent.click(remove)
  fireEvent.click(remove)
  fireEvent.click(another)
  expect([remove.getAttribute('aria-busy'), another.getAttribute('aria-disabled')]).toEqual(['true', 'true'])
  await eventually(() => expect(remove.getAttribute('aria-busy')).toBeNull())
  expect(heard.said).toEqual([cartTexts.removed])
})
