// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { catalogue } from '#src/features/catalogue/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { makeRouter } from '#src/router.tsx'
import { piece } from '#tests/support/pieces.ts'

const { slug } = piece(1)
const openFormer = { to: '/products/$slug', params: { slug: 'former-name' } } as const
const leave = { to: '/terms-and-conditions' } as const

/** A visit at whose end a former address has led to the piece once. */
async function visit() {
  setTransport(async () => Response.json({ data: piece(1) }))
  const queryClient = createQueryClient({ say: () => undefined })
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [leave.to] }))
  await router.load()
  await router.navigate(openFormer)
  expect(router.state.location.pathname).toBe(`/products/${slug}`)
  await router.navigate(leave)
  return { queryClient, router }
}

it('a former address leads to the piece’s one address, however often it is opened', async () => {
  const { router } = await visit()
  await router.navigate(openFormer)
  expect(router.state.location.pathname).toBe(`/products/${slug}`)
})

it('and brings nothing older there than what was read of the piece since', async () => {
  const { queryClient, router } = await visit()
  const { queryKey } = catalogue.product(slug)
  queryClient.setQueryData(queryKey, piece(1, { stock_quantity: 4 }))
  await router.navigate(openFormer)
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ stock_quantity: 4 })
})
