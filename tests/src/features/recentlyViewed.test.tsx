// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { RecentlyViewed } from '#src/features/catalogue/RecentlyViewed.tsx'
import { forgetViewed, rememberViewed } from '#src/features/catalogue/recent.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { viewedKey } from '#src/lib/storage.ts'
import { cardActions } from '#src/routes/-cardActions.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

/** What the shop has, by each slug that it has had. */
const shelves = new Map([
  ['moon-ring', piece(1, { name: 'Moon Ring', slug: 'moon-ring' })],
  ['sun-ring', piece(2, { name: 'Sun Signet', slug: 'sun-signet' })],
  ['sun-signet', piece(2, { name: 'Sun Signet', slug: 'sun-signet' })],
  ['star-ring', piece(3, { name: 'Star Ring', slug: 'star-ring' })],
])
let asked: string[][] = []

beforeEach(() => {
  asked = []
  setTransport(async (address) => {
    const slugs = new URL(String(address), 'https://shop.example').searchParams.getAll('slug')
    asked.push(slugs)
    const found = slugs.flatMap((slug) => shelves.get(slug) ?? [])
    const data = [...new Map(found.map((one) => [one.id, one])).values()].toSorted((a, b) => b.id - a.id)
    return Response.json({ count: data.length, results: { data } })
  })
})
afterEach(() => {
  cleanup()
  forgetViewed()
})

const names = (pieces: readonly Product[]) => pieces.map(({ name }) => name)
const shown = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const viewed = (...slugs: string[]) => {
  for (const slug of slugs.toReversed()) rememberViewed(slug)
}
const kept = () => JSON.parse(localStorage.getItem(viewedKey) ?? '') as unknown

it('several pieces come in the order asked for, also one that has another slug by now, and each once', async () => {
  const client = createQueryClient({ say: () => undefined })
  const read = async (...slugs: string[]) => names(await client.fetchQuery(catalogue.pieces(slugs)))
  expect(await read('moon-ring', 'sun-ring', 'star-ring')).toEqual(['Moon Ring', 'Sun Signet', 'Star Ring'])
  expect(await read('star-ring', 'sun-ring', 'sun-signet')).toEqual(['Star Ring', 'Sun Signet'])
  expect(await read('no-such-ring', 'moon-ring')).toEqual(['Moon Ring'])
})

it('a piece whose slug is another by now stays among those looked at, which keep the new one', async () => {
  viewed('moon-ring', 'sun-ring', 'star-ring')
  show(<RecentlyViewed className="" actions={cardActions} />)
  await eventually(() => expect(shown()).toEqual(['Moon Ring', 'Sun Signet', 'Star Ring']))
  await eventually(() => expect(kept()).toEqual(['moon-ring', 'sun-signet', 'star-ring']))
  expect(shown()).toEqual(['Moon Ring', 'Sun Signet', 'Star Ring'])
  expect(asked).toEqual([['moon-ring', 'sun-ring', 'star-ring']])
})

it('on its own page such a piece is not among them', async () => {
  viewed('sun-signet', 'sun-ring', 'moon-ring')
  show(<RecentlyViewed except="sun-signet" className="" actions={cardActions} />)
  await eventually(() => expect(shown()).toEqual(['Moon Ring']))
  await eventually(() => expect(kept()).toEqual(['sun-signet', 'moon-ring']))
  expect(shown()).toEqual(['Moon Ring'])
})

it('a server that cannot be asked for pieces by their slugs adds none to those looked at', async () => {
  viewed('no-such-ring', 'moon-ring')
  setTransport(async () => {
    const data = [piece(9, { name: 'Comet Ring', slug: 'comet-ring' }), shelves.get('moon-ring')]
    asked.push([])
    return Response.json({ count: 40, results: { data } })
  })
  show(<RecentlyViewed className="" actions={cardActions} />)
  await eventually(() => expect(shown()).toEqual(['Moon Ring']))
  expect(kept()).toEqual(['no-such-ring', 'moon-ring'])
})
