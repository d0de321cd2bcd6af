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
  const { status, errorUpdateCount, refetch } = useQuery(content.popularCategories())
  return (
    <>
      <PopularCategories />
      <button type="button" onClick={() => void refetch()}>
        {`${status}, failed ${errorUpdateCount} times`}
      </button>
    </>
  )
}

const fails = () => Promise.resolve(Response.json({}, { status: 400 }))

it('that a part could not be loaded is said aloud to whoever has pressed Retry in vain, and to nobody else', async () => {
  setTransport(fails)
  show(<Page />)
  const asksAnyway = await eventually(() => screen.getByRole('button', { name: 'error, failed 1 times' }))
  const retry = () => screen.getByRole('button', { name: 'Retry' })
  expect(screen.queryByRole('alert')).toBeNull()

  // As the browser does whenever its window gets the focus.
  fireEvent.click(asksAnyway)
  await eventually(() => screen.getByRole('button', { name: 'error, failed 2 times' }))
  expect(screen.queryByRole('alert')).toBeNull()

  retry().focus()
  fireEvent.click(retry())
  const alert = await eventually(() => screen.getByRole('alert'))
  expect(alert.textContent).toMatch(/^Error: /)
  retry()

  fireEvent.click(asksAnyway)
  await eventually(() => screen.getByRole('button', { name: 'error, failed 4 times' }))
  screen.getByText(/^Error: /)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a part that was read stays, whatever becomes of asking for it once more', async () => {
  const tile = { title: 'Rings', slug: 'rings', image: '/pictures/rings', count: 3 }
  setTransport(() => Promise.resolve(Response.json({ data: [tile] })))
  show(<Page />)
  const asksAgain = await eventually(() => screen.getByRole('button', { name: /^success/ }))
  setTransport(fails)
  fireEvent.click(asksAgain)
  await eventually(() => screen.getByRole('button', { name: /^error/ }))
  screen.getByRole('heading', { name: 'Rings' })
  expect(screen.queryByText(/^Error/)).toBeNull()
})
