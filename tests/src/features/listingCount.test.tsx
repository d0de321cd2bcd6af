// @vitest-environment jsdom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ListingPage } from '#src/features/catalogue/ListingPage.tsx'
import { listingSearch } from '#src/features/catalogue/listingSearch.ts'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { showRouted } from '#tests/support/show.tsx'

// Wide enough for the filters to be there at once.
beforeAll(
  () => void vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined })),
)
afterEach(cleanup)

const answer = (...ids: number[]) =>
  Response.json({ count: ids.length, results: { data: ids.map((id) => piece(id)) } })

/** All jewellery. Gives what a screen reader would say of the counts from here on. */
async function open() {
  const root = createRootRoute({})
  const page = createRoute({
    getParentRoute: () => root,
    path: '/products',
    validateSearch: listingSearch,
    component: () => <ListingPage path="/products" search={page.useSearch()} heading="All" />,
  })
  await showRouted(root.addChildren([page]), '/products')
  await eventually(() => screen.getByText('2 pieces'))
  const said: string[] = []
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (added instanceof Element && !added.matches('[aria-hidden]')) said.push(added.textContent)
  }).observe(screen.getByRole('status'), { childList: true, subtree: true })
  return said
}

const sortBy = (value: string) =>
  act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value } }))

it('how many there are is said of every answer, also where it is as many as before', async () => {
  const later = Promise.withResolvers<Response>()
  setTransport((url) => {
    if (url.includes('/filter/')) return new Promise(() => undefined)
    return url.includes('newest') ? later.promise : Promise.resolve(answer(1, 2))
  })
  const said = await open()
  await sortBy('newest')
  // What was found before is no answer to it.
  expect([said, screen.getByRole('status').textContent]).toEqual([[], '2 pieces'])
  later.resolve(answer(2, 1))
  await eventually(() => expect(said).toEqual(['2 pieces']))
  // One that was read before is there at once.
  await sortBy('best_match')
  await eventually(() => expect(said).toEqual(['2 pieces', '2 pieces']))
})
