// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { texts } from '#contract/texts.ts'
import { rememberWanted } from '#src/features/cart/wanted.ts'
import { rememberWanted as rememberWish } from '#src/features/wishlist/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { perTab } from '#src/lib/storage.ts'
import { mayReload } from '#src/offline/mayReload.ts'
import { outbox } from '#src/offline/outbox.ts'
import { startTelling } from '#src/offline/tell.ts'
import { addWanted } from '#src/routes/-wanted.ts'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'
import { piece } from '#tests/support/pieces.ts'

const { slug, ...ring } = piece(1)
let said: unknown[]
beforeEach(() => {
  said = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => String(said.push(message)))
})
afterEach(async () => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  session.end()
  await outbox.wipe()
})

const busy = () =>
  Promise.resolve(Response.json({ message: texts.somethingWentWrong, code: 'rate_limited' }, { status: 429 }))
const nobody = () => Promise.reject(new TypeError('Failed to fetch'))
const gone = () =>
  Promise.resolve(Response.json({ message: 'Product not found.', code: 'not_found' }, { status: 404 }))

/** Signs in after a ring was wanted, with this answer from the catalogue; returns what goes into the cart. */
async function signIn(answer: () => Promise<Response>, isSeen: boolean, variant_id: number | null = null) {
  setTransport(answer)
  const queryClient = createQueryClient({ say: () => undefined })
  const { queryKey } = catalogue.product(slug)
  if (isSeen) queryClient.setQueryData(queryKey, { ...ring, slug }, { updatedAt: 1 })
  rememberWanted({ product_id: ring.id, variant_id, quantity: 2, slug })
  session.start(ada)
  addWanted(queryClient)
  await eventually(() => expect(queryClient.getQueryState(queryKey)).toMatchObject({ status: 'error' }))
  await vi.dynamicImportSettled()
  return () => outbox.all().map(({ payload }) => payload)
}

it('what a guest wanted is not said to be in the cart where it could not be put there', async () => {
  lost('#src/features/cart/live.ts')
  const added = await signIn(busy, true)
  await eventually(() => expect(said).toEqual([cartTexts.addFailed]))
  expect(added()).toEqual([])
})

it.each([busy, nobody])(
  'what a guest had looked at is put into the cart though it cannot be read: %o',
  async (no) => {
    const added = await signIn(no, true)
    await eventually(() => expect(said).toEqual([cartTexts.addedAfterLogin(1)]))
    expect(added()).toMatchObject([{ kind: 'add', product_id: 1, quantity: 2 }])
  },
)

it.each([busy, nobody])('of what cannot be read at all the customer hears: %o', async (no) => {
  const added = await signIn(no, false)
  await eventually(() => expect(said).toEqual([cartTexts.addFailed]))
  expect(added()).toEqual([])
})

it('what is sold no more is left to its own page', async () => {
  const added = await signIn(gone, true)
  expect([added(), said]).toEqual([[], []])
})

it('and so is a size that is made no more', async () => {
  const added = await signIn(busy, true, 7)
  expect([added(), said]).toEqual([[], []])
})

/** Signs in after these pieces were wanted, of which the catalogue no longer has the ones named. */
async function signInFor(wanted: Parameters<typeof rememberWanted>[0][], without: readonly string[] = []) {
  setTransport(async (url) => {
    const id = Number(/piece-(\d+)/.exec(String(url))?.[1])
    if (without.includes(`piece-${id}`)) return gone()
    return Response.json({ data: piece(id) })
  })
  for (const one of wanted) rememberWanted(one)
  session.start(ada)
  const place = addWanted(createQueryClient({ say: () => undefined }))
  await eventually(() => expect(said).not.toEqual([]))
  await vi.dynamicImportSettled()
  return { place, added: outbox.all().map(({ payload }) => payload) }
}
const wish = (id: number, quantity = 1) => ({
  product_id: id,
  variant_id: null,
  quantity,
  slug: `piece-${id}`,
  name: `Piece ${id}`,
})
const line = (product_id: number, quantity = 1) => ({ kind: 'add', product_id, quantity })

it('each piece that a guest wanted is added, which is said once, and they are led to the last', async () => {
  const { place, added } = await signInFor([1, 2, 3].map((id) => wish(id)))
  expect(added).toMatchObject([line(1), line(2), line(3)])
  expect(said).toEqual([cartTexts.addedAfterLogin(3)])
  expect(place).toBe('/products/piece-3')
})

it('what is wanted in a tab that was duplicated is added once, though both are signed in from', async () => {
  const wanted = { ...wish(1, 2), key: 'of the first tab' }
  await signInFor([wanted])
  await eventually(() => expect(outbox.all()).toHaveLength(1))
  const { added } = await signInFor([wanted])
  expect(added).toMatchObject([line(1, 2)])
  expect(outbox.all().map(({ key }) => key)).toEqual(['of the first tab'])
})

it('the page is not loaded again before it is in the cart, and says so again where it is just after', async () => {
  const answer = Promise.withResolvers<Response>()
  setTransport(() => answer.promise)
  const queryClient = createQueryClient({ say: () => undefined })
  rememberWanted(wish(1))
  rememberWish({ ...ring, slug })
  session.start(ada)
  addWanted(queryClient)
  expect(mayReload(queryClient)).toBe(false)
  await eventually(() => expect(said).toEqual([wishlistTexts.addedAfterLogin]))
  expect(mayReload(queryClient)).toBe(false)
  answer.resolve(Response.json({ data: piece(1) }))
  await eventually(() => expect(said).toContain(cartTexts.addedAfterLogin(1)))
  await eventually(() => expect(mayReload(queryClient)).toBe(true))

  said = []
  startTelling()
  expect(said).toEqual([wishlistTexts.addedAfterLogin, cartTexts.addedAfterLogin(1)])
})

it('a piece wanted again is one piece, the last of them, and as many as at last', async () => {
  const { place, added } = await signInFor([wish(1, 2), wish(2), wish(1)])
  expect(added).toMatchObject([line(2), line(1)])
  expect(said).toEqual([cartTexts.addedAfterLogin(2)])
  expect(place).toBe('/products/piece-1')
})

it('ten are remembered, the last of them', async () => {
  const { added } = await signInFor(Array.from({ length: 12 }, (_, at) => wish(at + 1)))
  expect(added).toMatchObject(Array.from({ length: 10 }, (_, at) => line(at + 3)))
})

it.each([
  ['one is left', [2, 3], 1],
  ['two are', [2], 2],
  ['none is', [1, 2, 3], 0],
])('of several, those that are sold no more are named: %s', async (_which, without, left) => {
  const { added } = await signInFor(
    [1, 2, 3].map((id) => wish(id)),
    without.map((id) => `piece-${id}`),
  )
  expect(added).toHaveLength(left)
  const missing = [cartTexts.addFailed, ...without.map((id) => `Piece ${id}`)].join('\n')
  expect(said).toEqual(left === 0 ? [missing] : [cartTexts.addedAfterLogin(left), missing])
})

it('what an earlier build of the shop remembered, one piece, is added as well', async () => {
  perTab.set('wanted', JSON.stringify({ product_id: 1, variant_id: null, quantity: 1, slug: 'piece-1' }))
  const { added } = await signInFor([wish(2)])
  expect(added).toMatchObject([line(1), line(2)])
  expect(perTab.get('wanted')).toBeNull()
})

it('a guest is led to what they wanted: the piece for the cart, or else the last that they wished for', () => {
  const queryClient = createQueryClient({ say: () => undefined })
  setTransport(busy)
  session.start(ada)
  const wish = () => [2, 3].forEach((id) => rememberWish(piece(id)))
  expect(addWanted(queryClient)).toBeNull()
  wish()
  expect(addWanted(queryClient)).toBe('/products/piece-3')
  wish()
  rememberWanted({ product_id: 1, variant_id: 7, quantity: 1, slug })
  expect(addWanted(queryClient)).toBe(`/products/${slug}?variant=7`)
})
