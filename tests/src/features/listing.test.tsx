// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { catalogue } from '#src/features/catalogue/api.ts'
import { ListingResults } from '#src/features/catalogue/ListingResults.tsx'
import { useListing } from '#src/features/catalogue/useListing.ts'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

function Rings() {
  const [material, setMaterial] = useState<string[] | undefined>(['Tin'])
  const listing = useListing(catalogue.list({ material }, 'rings'))
  return (
    <>
      <p role="status">{listing.count}</p>
      <button type="button" onClick={() => setMaterial(undefined)}>
        Clear
      </button>
      <ListingResults
        listing={listing}
        page={1}
        onRetry={() => undefined}
        link={() => null}
        empty="No rings found"
        emptyTitle=""
        failure=""
      />
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

function BeyondTheLast() {
  const listing = useListing(catalogue.list({ page: 99 }), 99)
  return (
    <ListingResults
      listing={listing}
      page={99}
      onRetry={() => undefined}
      link={(page, { label, children }) => (
        <a href={`?page=${page}`} aria-label={label}>
          {children}
        </a>
      )}
      empty={null}
      emptyTitle="No products found"
      failure=""
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
