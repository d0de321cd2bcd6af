// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { content } from '#src/features/content/api.ts'
import { PopularCategories } from '#src/features/content/PopularCategories.tsx'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

function Page() {
  const { status, refetch } = useQuery(content.popularCategories())
  return (
    <>
      <PopularCategories />
      <button type="button" onClick={() => void refetch()}>
        {status}
      </button>
    </>
  )
}

it('a part that was read stays, whatever becomes of asking for it once more', async () => {
  const tile = { title: 'Rings', slug: 'rings', image: '/pictures/rings', count: 3 }
  setTransport(() => Promise.resolve(Response.json({ data: [tile] })))
  show(<Page />)
  const asksAgain = await eventually(() => screen.getByRole('button', { name: 'success' }))
  setTransport(() => Promise.resolve(Response.json({}, { status: 400 })))
  fireEvent.click(asksAgain)
  await eventually(() => screen.getByRole('button', { name: 'error' }))
  screen.getByRole('heading', { name: 'Rings' })
  expect(screen.queryByText(/^Error/)).toBeNull()
})
