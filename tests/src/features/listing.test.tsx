// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { catalogue } from '#src/features/catalogue/api.ts'
import { ListingResults } from '#src/features/catalogue/ListingResults.tsx'
import { useListing } from '#src/features/catalogue/useListing.ts'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

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
