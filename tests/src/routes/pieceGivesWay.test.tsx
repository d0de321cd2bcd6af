// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { catalogue } from '#src/features/catalogue/api.ts'
import { giveWayTo } from '#src/lib/giveWay.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { makeRouter } from '#src/router.tsx'
import { piece } from '#tests/support/pieces.ts'

it('a piece’s page is read only once what stands for it has been painted', async () => {
  const { slug } = piece(1)
  const queryClient = createQueryClient({ say: () => undefined })
  queryClient.setQueryData(catalogue.product(slug).queryKey, piece(1))
  const open = (address: string) =>
    makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] })).load()
  const addresses = [`/products/${slug}`, '/terms-and-conditions'] as const
  // Their code is loaded, so that only the reads are left.
  await Promise.all(addresses.map(open))

  const glimpse = Promise.withResolvers<undefined>()
  giveWayTo(glimpse.promise)
  const done: string[] = []
  const opening = open(addresses[0]).then(() => done.push('piece'))
  // Two pages that wait for nothing, one after another, take longer than one.
  for (let page = 0; page < 2; page++) await open(addresses[1])
  done.push('others')
  glimpse.resolve(undefined)
  await opening
  expect(done).toEqual(['others', 'piece'])
})
