import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { texts } from '#contract/texts.ts'
import { rememberWanted } from '#src/features/cart/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { addWanted } from '#src/routes/-wanted.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'

const { slug, ...ring } = piece(1)
let said: unknown[]
beforeEach(() => {
  said = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => String(said.push(message)))
})
afterEach(() => vi.restoreAllMocks())

const busy = () =>
  Promise.resolve(Response.json({ message: texts.somethingWentWrong, code: 'rate_limited' }, { status: 429 }))
const nobody = () => Promise.reject(new TypeError('Failed to fetch'))
const gone = () =>
  Promise.resolve(Response.json({ message: 'Product not found.', code: 'not_found' }, { status: 404 }))

/** Signs in after a ring was wanted, where the catalogue answers like that; what has gone into the cart. */
async function signIn(answer: () => Promise<Response>, isSeen: boolean) {
  setTransport(answer)
  const queryClient = createQueryClient({ say: () => undefined })
  const { queryKey } = catalogue.product(slug)
  if (isSeen) queryClient.setQueryData(queryKey, { ...ring, slug }, { updatedAt: 1 })
  rememberWanted({ product_id: ring.id, variant_id: null, quantity: 2, slug })
  const added: [number, number][] = []
  addWanted(queryClient, {
    add: async ({ product_id, quantity }) => void added.push([product_id, quantity]),
  })
  await eventually(() => expect(queryClient.getQueryState(queryKey)).toMatchObject({ status: 'error' }))
  return added
}

it.each([busy, nobody])(
  'what a guest had looked at is put into the cart though it cannot be read: %o',
  async (no) => {
    expect(await signIn(no, true)).toEqual([[1, 2]])
    expect(said).toEqual([cartTexts.addedAfterLogin])
  },
)

it.each([busy, nobody])('of what cannot be read at all the customer hears: %o', async (no) => {
  expect(await signIn(no, false)).toEqual([])
  expect(said).toEqual([cartTexts.addFailed])
})

it('what is sold no more is left to its own page', async () => {
  expect(await signIn(gone, true)).toEqual([])
  expect(said).toEqual([])
})
