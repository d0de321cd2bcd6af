// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { catalogue } from '#src/features/catalogue/api.ts'
import { ListingResults } from '#src/features/catalogue/ListingResults.tsx'
import { useListing } from '#src/features/catalogue/useListing.ts'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

/** What no test here is about. */
const nothing = () => undefined
const firstPage = {
  path: '/products',
  search: {},
  onFollow: nothing,
  onRetry: nothing,
  emptyTitle: '',
  failure: '',
} as const

function Rings() {
  const [material, setMaterial] = useState<string[] | undefined>(['Tin'])
  const listing = useListing(catalogue.list({ material }, 'rings'))
  return (
    <>
      <p role="status">{listing.count}</p>
      <button type="button" onClick={() => setMaterial(undefined)}>
        Clear
      </button>
      <ListingResults {...firstPage} listing={listing} empty="No rings found" />
    </>
  )
}

it('that nothing fits a filter is not said of what is asked for next', async () => {
  const all = Promise.withResolvers<Response>()
  setTransport((url) =>
    url.includes('Tin') ? Promise.resolve(Response.json({ count: 0, results: { data: [] } })) : all.promise,
  )
  show(<Rings />)
  await eventually(() => screen.getByText('No rings found'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByText('No rings found')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  all.resolve(Response.json({ count: 1, results: { data: [piece(1)] } }))
  await eventually(() => screen.getByRole('article'))
})

/** The pieces that the shop has, which may be others by the time that it is asked again. */
function Shelf() {
  const listing = useListing(catalogue.list({}))
  return (
    <>
      <button type="button" onClick={listing.retry}>
        Ask again
      </button>
      <ListingResults
        {...firstPage}
        listing={listing}
        actions={({ id }) => <button type="button">Wish for {id}</button>}
        empty={null}
      />
    </>
  )
}

describe('where the list has changed meanwhile, the keyboard', () => {
  const link = (id: number) => screen.getByRole('link', { name: `Piece ${id}` })
  const wish = (id: number) => screen.getByRole('button', { name: `Wish for ${id}` })
  const again = () => screen.getByRole('button', { name: 'Ask again' })

  /** Pieces 1 and 2, with the focus at `place`, give way to these. */
  async function change(place: () => HTMLElement, ids: number[]) {
    let there = [1, 2]
    setTransport(() =>
      Promise.resolve(
        Response.json({ count: there.length, results: { data: there.map((id) => piece(id)) } }),
      ),
    )
    show(<Shelf />)
    const former = await eventually(() => link(2))
    place().focus()
    there = ids
    fireEvent.click(again())
    await eventually(() => link(3))
    expect(former.isConnected).toBe(false)
  }

  it.each([
    ['stays at its piece', () => link(2), () => link(2), [3, 1, 2]],
    ['stays at its piece, whatever it was about to do with it', () => wish(2), () => link(2), [3, 1, 2]],
    ['is at the list, if its piece is gone', () => link(2), () => screen.getByRole('list'), [3, 1]],
    ['stays where it is, if that is elsewhere', again, again, [3, 1, 2]],
  ])('%s', async (_what, before, after, ids) => {
    await change(before, ids)
    expect(document.activeElement).toBe(after())
  })
})

function BeyondTheLast() {
  const listing = useListing(catalogue.list({ page: 99 }), 99)
  return (
    <ListingResults
      {...firstPage}
      listing={listing}
      search={{ page: 99 }}
      empty={null}
      emptyTitle="No products found"
    />
  )
}

it.each([
  { count: 56, last: 7 },
  { count: 3, last: 1 },
])(
  'of $count pieces, a page beyond the last says that it is one, and leads to those there are',
  async (shop) => {
    setTransport(() => Promise.resolve(Response.json({ count: shop.count, results: { data: [] } })))
    show(<BeyondTheLast />)
    await eventually(() => screen.getByRole('heading', { name: 'No products found on page 99' }))
    screen.getByText(`The last page is ${shop.last}.`)
    const names = screen.getAllByRole('link').map((link) => link.textContent)
    expect(names).toEqual([...new Set([1, shop.last])].map((page) => `Go to page ${page}`))
  },
)
