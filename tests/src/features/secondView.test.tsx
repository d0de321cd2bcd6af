// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { Suspense, lazy } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
// It declares the type of the links' state.
import type {} from '#src/router.tsx'
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx'
import { piece } from '#tests/support/pieces.ts'
import { placed } from '#tests/support/show.tsx'

const Asleep = lazy(() => new Promise<never>(() => undefined))
const ring = piece(1, {
  image: '/pictures/front',
  images: [
    { id: 1, image: '/pictures/front', alt_text: 'From the front', is_default: true },
    { id: 2, image: '/pictures/side', alt_text: 'From the side', is_default: false },
  ],
})

const page = (isAwake: boolean) =>
  placed(
    <>
      <Suspense>{isAwake ? <p>Filters</p> : <Asleep />}</Suspense>
      <ProductCard product={ring} />
    </>,
  )

/** The events of a pointer that moves from one part of the page to another. */
function move(from: Element, to: Element, pointerType: string) {
  fireEvent.pointerOut(from, { pointerType, relatedTarget: to })
  fireEvent.pointerOver(to, { pointerType, relatedTarget: from })
}

it('a mouse that comes from a part that is not awake is shown a piece’s second view; a finger is not', async () => {
  document.body.innerHTML = `<div id="root">${renderToString(page(true))}</div>`
  const root = document.querySelector('#root') ?? document.body
  const hydrated = await act(() => hydrateRoot(root, page(false)))
  const asleep = screen.getByText('Filters')
  const photo = screen.getByRole('img', { name: 'From the front' })
  const secondView = () => document.querySelector('img[src^="/pictures/side"]')

  move(asleep, photo, 'touch')
  expect(secondView()).toBeNull()
  move(photo, asleep, 'touch')
  move(asleep, photo, 'mouse')
  expect(secondView()).not.toBeNull()
  act(() => hydrated.unmount())
})
