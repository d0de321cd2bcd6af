// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { BuyAgain } from '#src/routes/-BuyAgain.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

const bought = (id: number) => ({
  id: String(id),
  product_id: id,
  variant_id: null,
  variant_name: null,
  quantity: 1,
  price: '120.00',
  total: '120.00',
  product: piece(id),
})

it('what could not be put into the cart again is not said to be in it', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  const failed: unknown[] = []
  setTransport(async () => Response.json({ data: piece(1) }))
  session.start(ada)
  lost('#src/features/cart/live.ts')
  show(
    <QueryClientProvider client={createQueryClient({ say: (_error, failure) => failed.push(failure) })}>
      <BuyAgain order={{ order_number: 'D-1', items: [bought(1)] }} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Buy again: D-1' }))
  await eventually(() => expect(failed).toEqual([cartTexts.addFailed]))
  expect(said).not.toHaveBeenCalled()
})

it('what was added is said where it can be heard: once what is missing has been read', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  setTransport(async (url) =>
    Response.json({ data: piece(1, { stock_quantity: url.endsWith('/2/') ? 0 : 5 }) }),
  )
  show(<BuyAgain order={{ order_number: 'D-1', items: [bought(1), bought(2)] }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Buy again: D-1' }))
  expect((await screen.findByRole('listitem')).textContent).toBe('Piece 2: out of stock')
  expect(said).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(said.mock.calls.map(([message]) => message)).toEqual([cartTexts.added])
})

it.each([
  ['Nothing could be added', [0, 0]],
  ['Not everything could be added', [5, 0]],
])('“%s” is said where that many pieces are left: %s', async (title, left) => {
  setTransport(async (url) => {
    const id = url.endsWith('/2/') ? 2 : 1
    return Response.json({ data: piece(id, { stock_quantity: left[id - 1] ?? 0 }) })
  })
  show(<BuyAgain order={{ order_number: 'D-1', items: [bought(1), bought(2)] }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Buy again: D-1' }))
  expect(await screen.findByRole('alertdialog', { name: title })).toBeDefined()
})

it('what is missing is told also to who has gone on meanwhile', async () => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('')
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  setTransport(async () => {
    asked.resolve()
    await held.promise
    return Response.json({ data: piece(1, { stock_quantity: 0 }) })
  })
  show(<BuyAgain order={{ order_number: 'D-1', items: [bought(1)] }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Buy again: D-1' }))
  await asked.promise
  cleanup()
  held.resolve()
  await eventually(() =>
    expect(said.mock.calls.map(([message]) => message)).toEqual([
      'Nothing could be added\nPiece 1: out of stock',
    ]),
  )
})
