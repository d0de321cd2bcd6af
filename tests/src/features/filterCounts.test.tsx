// @vitest-environment jsdom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { FilterLists } from '#contract/catalogue.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { Filters } from '#src/features/catalogue/Filters.tsx'
import { listingSearch } from '#src/features/catalogue/listingSearch.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { eventually } from '#tests/support/eventually.ts'
import { showRouted } from '#tests/support/show.tsx'

afterEach(cleanup)

const lists = (silver: number): FilterLists => ({
  categories: [{ name: 'Rings', slug: 'rings', count: 8 }],
  collections: [],
  materials: [{ name: 'Silver', slug: 'silver', count: silver }],
  gemstones: [],
  prices: [{ value: '0-300', count: 3 }],
  flags: { is_new: 3, is_bestseller: 0, is_featured: 1 },
})

/** The filters of all pieces, whose counts are what the server answers. */
async function open(at: string, queryClient = createQueryClient({ say: () => undefined })) {
  const root = createRootRoute({})
  const page = createRoute({
    getParentRoute: () => root,
    path: '/products',
    validateSearch: listingSearch,
    component: () => <Filters path="/products" within={undefined} />,
  })
  const { history } = await showRouted(root.addChildren([page]), at, queryClient)
  return history
}

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name, hidden: true })
const press = (name: RegExp) => act(async () => void fireEvent.click(box(name)))

it('what was nothing under a choice can be chosen as soon as that is removed, however long its count takes', async () => {
  const later = Promise.withResolvers<Response>()
  setTransport((url) =>
    url.includes('Rings') ? Promise.resolve(Response.json({ data: lists(0) })) : later.promise,
  )
  const history = await open('/products?category=Rings')
  await eventually(() => screen.getByText('Silver'))
  await press(/^Silver/)
  expect(history.location.search).toBe('?category=Rings')
  await press(/^Rings/)
  await press(/^Silver/)
  expect([history.location.search, box(/^Silver/).checked]).toEqual(['?material=Silver', true])
})

it('filters whose counts cannot be had stay, without counts', async () => {
  setTransport((url) =>
    Promise.resolve(
      url.includes('price') ? Response.json({}, { status: 503 }) : Response.json({ data: lists(0) }),
    ),
  )
  const history = await open('/products?category=Rings')
  await eventually(() => screen.getByText('Silver'))
  await press(/^Under £300/)
  await eventually(() => expect(box(/^Under £300$/).checked).toBe(true))
  expect([box(/^Rings$/).checked, box(/^Silver$/).checked]).toEqual([true, false])
  await press(/^Silver$/)
  expect(history.location.search).toContain('material=Silver')
})

it('where not even the names of filters can be had, none of them opens to nothing', async () => {
  setTransport(() => Promise.resolve(Response.json({}, { status: 503 })))
  await open('/products')
  await eventually(() => expect(screen.queryByText('Material')).toBeNull())
  expect(box(/^Under £300$/)).toBeDefined()
})

it('then it is said that there are more, and they can be asked for again', async () => {
  let isUp = false
  setTransport(() =>
    Promise.resolve(isUp ? Response.json({ data: lists(2) }) : Response.json({}, { status: 503 })),
  )
  await open('/products')
  await screen.findByText(catalogueTexts.filtersFailed)
  const retry = screen.getByRole('button', { name: 'Retry' })
  act(() => retry.focus())
  isUp = true
  await act(async () => void fireEvent.click(retry))
  await eventually(() => screen.getByText('Silver'))
  expect(screen.queryByText(catalogueTexts.filtersFailed)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
})

it('what is known of filters from other choices alone is shown without its counts', async () => {
  setTransport(() => Promise.resolve(Response.json({}, { status: 503 })))
  const queryClient = createQueryClient({ say: () => undefined })
  queryClient.setQueryData(
    catalogue.filters({ category: ['Rings'] }).queryKey,
    Object.assign({ isPartial: true }, lists(0)),
  )
  const history = await open('/products?category=Rings', queryClient)
  await press(/^Silver$/)
  expect(history.location.search).toContain('material=Silver')
})
