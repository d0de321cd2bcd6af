import { eventually } from '#tests/support/eventually.ts'
import '#tests/support/page.ts'
import 'fake-indexeddb/auto'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type AnyRouter, createRootRoute, createRouter } from '@tanstack/react-router'
import { cleanup, renderHook } from '@testing-library/react'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CartAnswer } from '#contract/cart.ts'
import { ProductAnswer } from '#contract/catalogue.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { toast, useToasterStore } from 'react-hot-toast/headless'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { cart } from '#src/features/cart/api.ts'
import { addToCart } from '#src/features/cart/changes.ts'
import type { CartPayload } from '#src/features/cart/intents.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { followCart, postToCart } from '#src/features/cart/live.ts'
import { useCart } from '#src/features/cart/state.ts'
import { rememberWanted } from '#src/features/cart/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { whoIsSignedIn } from '#src/offline/customer.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { startTelling } from '#src/offline/tell.ts'
import { findAgain } from '#src/routes/-buyAgain.ts'
import { addWanted } from '#src/routes/-wanted.ts'
import { type Shopper, newPiece, newShopper } from '#tests/server/orders/pieces.ts'
import { ada as login } from '#tests/support/ada.ts'
import { inProcess } from '#tests/support/inProcess.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import * as v from 'valibot'

let now = new Date()
let shop: Shop
let ada: Shopper
const queryClient: QueryClient = createQueryClient({ say: () => undefined })

/**
 * The outcome of the next calls; `lost`: the server does it, and its answer does not arrive; `astray`: a gateway whose
 * shop is away says that there is nothing at that address; `failed`: our own server cannot do it.
 */
let fates: ('lost' | 'cut' | 'astray' | 'failed' | 'done')[] = []
/** The writes that the server did, without those that it only answered again. */
let done: string[] = []
/** The pieces that were asked for, and whether past the browser's own cache. */
let asked: string[] = []
/** Whether the cart cannot be read. */
let isUnread = false
/** Called when the cart has next been read: the answer arrives once it resolves. */
let onTheWay: (() => Promise<void>) | null = null

beforeAll(async () => {
  shop = await openShop({ clock: () => now })
  setTransport(async (url, call) => {
    const { method = 'GET', body, cache } = call
    const piece = /piece-[\w-]+/.exec(url)
    if (piece) asked.push(`${piece[0]} ${cache}`)
    if (isUnread && method === 'GET' && url.endsWith(paths.cart)) throw new TypeError('Failed to fetch')
    const fate = method === 'GET' ? undefined : fates.shift()
    if (fate === 'cut') throw new TypeError('Failed to fetch')
    if (fate === 'astray') return new Response('default backend - 404', { status: 404 })
    if (fate === 'failed') return Response.json({ message: 'Oh', code: 'internal' }, { status: 500 })
    const answer = await inProcess(shop)(url, call)
    if (method === 'GET' && url.endsWith(paths.cart)) {
      const hold = onTheWay
      onTheWay = null
      await hold?.()
    }
    if (method !== 'GET' && !answer.headers.has('idempotent-replayed')) {
      done.push(`${method} ${answer.status} ${String(body ?? '')}`)
    }
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return answer
  })
  outbox.start(queryClient, whoIsSignedIn)
})
afterAll(() => shop.close())

beforeEach(async () => {
  ada = await newShopper(shop)
  localStorage.setItem(storageKeys.access, ada.token)
  localStorage.setItem(storageKeys.user, JSON.stringify({ id: ada.id }))
  fates = []
  done = []
  asked = []
  isUnread = false
})
afterEach(async () => {
  cleanup()
  // Whatever is in progress finishes here, and not in the next test.
  network.set('offline')
  await outbox.flush()
  await outbox.wipe()
  network.set('online')
  queryClient.clear()
  sessionStorage.clear()
})

const onServer = async () => v.parse(CartAnswer, (await ada.call('GET', paths.cart)).body).data.items
const quantities = async () => (await onServer()).map(({ product_id, quantity }) => [product_id, quantity])
const post = (payload: CartPayload) => postToCart(queryClient, ada.id, payload)
const seeCart = () => queryClient.fetchQuery({ ...cart.current(ada.id), staleTime: 0 })

async function aPiece(stock = 10) {
  const { id } = await newPiece(shop, { stock })
  const { data: product } = v.parse(ProductAnswer, (await shop.call('GET', paths.product(id))).body)
  const ref = { product_id: id, variant_id: null }
  return {
    id,
    slug: product.slug,
    add: () => ({ kind: 'add' as const, base: 0, ...newLine(product, null) }),
    set: (quantity: number): CartPayload => ({ kind: 'set', quantity, ...ref }),
    remove: (): CartPayload => ({ kind: 'remove', ...ref }),
  }
}
/** What was done offline, some seconds before the connection returns. */
const reconnected = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  network.set('online')
  await outbox.flush()
  vi.useRealTimers()
}

const said = () => renderHook(() => useToasterStore()).result.current.toasts.map(({ message }) => message)

/** What waits is sent when the server has forgotten its keys. */
const sendADayLater = () => sendLater(25)

async function sendLater(hours: number, { hoursBehind = 0 } = {}) {
  const late = Date.now() + hours * 3_600_000
  now = new Date(late)
  // By then the token has expired as well, and was renewed.
  const { accessTokens } = await import('#server/auth/tokens.ts')
  const sid = JSON.parse(atob(ada.token.split('.')[1] ?? '')).sid
  const fresh = await accessTokens(shop.config.sessionSecret, () => now).sign({
    customer_id: ada.id,
    session_id: sid,
  })
  localStorage.setItem(storageKeys.access, fresh)
  vi.useFakeTimers({ toFake: ['Date'], now: late - hoursBehind * 3_600_000 })
  network.set('online')
  await outbox.flush()
  vi.useRealTimers()
  now = new Date()
}

describe('what was done offline reaches the server once', () => {
  it('each change, in order, whichever answers are lost', async () => {
    const pieces = await Promise.all([aPiece(), aPiece(), aPiece(), aPiece()])
    network.set('offline')
    for (const piece of pieces) await post(piece.add())
    for (const piece of pieces) await post(piece.add())
    expect(done).toEqual([])
    network.set('online')
    fates = ['lost', 'cut', 'lost', 'lost', 'cut']
    for (let times = 0; times < 6; times += 1) await outbox.flush()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual(pieces.map(({ id }) => [id, 2]))
    expect(done).toHaveLength(4)
  })

  it('ten quantities of one line are one change with the last of them', async () => {
    const ring = await aPiece()
    await ada.add(ring.id)
    await seeCart()
    network.set('offline')
    for (let quantity = 1; quantity <= 10; quantity += 1) await post(ring.set(quantity))
    await reconnected()
    expect(done).toEqual(['PUT 200 {"quantity":10}'])
    expect(await quantities()).toEqual([[ring.id, 10]])
  })

  it('a line that only a gateway did not know is taken out as soon as the shop itself is asked', async () => {
    const ring = await aPiece()
    await ada.add(ring.id)
    await seeCart()
    fates = ['astray']
    await post(ring.remove())
    await outbox.flush()
    expect([outbox.all(), await quantities()]).toEqual([[], []])
    expect(done).toEqual(['DELETE 200 '])
  })

  it('a piece added and taken out again is no change at all', async () => {
    const ring = await aPiece()
    await seeCart()
    network.set('offline')
    await post(ring.add())
    await post(ring.remove())
    await reconnected()
    expect(done).toEqual([])
  })

  it.each<[string, typeof fates]>([
    ['is done', []],
    ['the server cannot do', ['failed', 'failed', 'failed']],
    ['is done unheard', ['lost']],
    ['is done, and itself unheard', ['done', 'lost']],
  ])('a removal that %s is taken back: there are as many as before', async (_what, becoming) => {
    const ring = await aPiece()
    await ada.add(ring.id, 2)
    await seeCart()
    network.set('offline')
    await post(ring.remove())
    await post({ ...ring.add(), quantity: 2, restores: true })
    fates = [...becoming]
    network.set('online')
    for (let times = 0; times < 5; times += 1) await outbox.flush()
    expect([outbox.all(), await quantities()]).toEqual([[], [[ring.id, 2]]])
  })

  it('a piece whose addition may have arrived is taken out again on the server', async () => {
    const ring = await aPiece()
    await seeCart()
    fates = ['lost']
    await post(ring.add())
    await eventually(() => expect(done).toHaveLength(1))
    await post(ring.remove())
    await outbox.flush()
    await outbox.flush()
    expect(await quantities()).toEqual([])
  })

  it.each<[string, typeof fates, number, number]>([
    ['arrived', ['lost'], 4, 0],
    ['arrived while the clock ran two days ahead', ['lost'], 4, 48],
    ['never arrived', ['cut'], 4, 0],
    ['arrived after the line was taken out', ['done', 'lost'], 1, 0],
  ])(
    'an addition that %s is there once, even after its key was forgotten',
    async (_what, becoming, there, hoursAhead) => {
      const ring = await aPiece()
      await ada.add(ring.id, 3)
      await seeCart()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursAhead * 3_600_000 })
      network.set('offline')
      if (becoming.length > 1) await post(ring.remove())
      await post(ring.add())
      await outbox.flush()
      fates = [...becoming]
      network.set('online')
      await eventually(() => expect(fates).toEqual([]))
      await eventually(() => expect(done).toHaveLength(becoming.filter((fate) => fate !== 'cut').length))
      await eventually(() => expect(outbox.all()[0]?.attemptedAt).not.toBeNull())
      vi.useRealTimers()
      await sendADayLater()
      expect(outbox.all()).toEqual([])
      expect(await quantities()).toEqual([[ring.id, there]])
    },
  )

  /** A piece whose addition has arrived, and waits all the same: its answer was lost. */
  async function addedUnheard() {
    const ring = await aPiece()
    await seeCart()
    fates = ['lost']
    await post(ring.add())
    await eventually(() => expect(done).toHaveLength(1))
    network.set('offline')
    await eventually(() => expect(outbox.all()).toMatchObject([{ attemptedAt: expect.any(Number) }]))
    return ring
  }

  it('an addition that arrived is not made anew within a day, whatever became of the piece since', async () => {
    await addedUnheard()
    await ada.call('DELETE', paths.clearCart)
    await sendLater(22)
    expect(outbox.all()).toEqual([])
    expect([done.length, await quantities()]).toEqual([1, []])
  })

  it('nor once its day is over by the server’s clock and not yet by the phone’s', async () => {
    const ring = await addedUnheard()
    await sendLater(24.2, { hoursBehind: 0.7 })
    expect([outbox.all(), await quantities()]).toEqual([[], [[ring.id, 1]]])
  })

  it('and never under another customer’s name, whoever has signed in meanwhile', async () => {
    const ring = await aPiece()
    network.set('offline')
    await post(ring.add())
    const grace = await newShopper(shop)
    // The token is hers already, while this tab still takes Ada for the signed-in customer.
    localStorage.setItem(storageKeys.access, grace.token)
    await outbox.flush()
    network.set('online')
    await outbox.flush()
    expect(done.filter((write) => !write.includes(' 401 '))).toEqual([])
  })
})

describe('clearing the cart without a network takes out what the shopper saw', () => {
  it('and leaves what another device has put in since, also a piece that was on its way here', async () => {
    const [seen, raised, elsewhere, unsent] = await Promise.all([aPiece(), aPiece(), aPiece(), aPiece()])
    await ada.add(seen.id)
    await ada.add(raised.id)
    await seeCart()
    network.set('offline')
    await post(unsent.add())
    await post(raised.remove())
    await post({ kind: 'clear' })
    await ada.add(elsewhere.id, 2)
    await ada.add(unsent.id, 3)
    await reconnected()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([
      [elsewhere.id, 2],
      [unsent.id, 3],
    ])
    expect(done).toEqual(['DELETE 200 '])
  })

  it('and a piece whose addition may have arrived before, however often its answer was lost', async () => {
    const [ring, elsewhere] = await Promise.all([aPiece(), aPiece()])
    await seeCart()
    fates = ['lost', 'lost']
    await post(ring.add())
    await eventually(() => expect(done).toHaveLength(1))
    network.set('offline')
    await post({ kind: 'clear' })
    await ada.add(elsewhere.id)
    await reconnected()
    await outbox.flush()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([[elsewhere.id, 1]])
  })

  it('which stays out of view, and what was put in elsewhere comes into it', async () => {
    const [seen, elsewhere] = await Promise.all([aPiece(), aPiece()])
    await ada.add(seen.id)
    const unfollow = followCart(queryClient, ada.id)
    await seeCart()
    network.set('offline')
    await post({ kind: 'clear' })
    await ada.add(elsewhere.id)
    await seeCart()
    const shown = renderHook(() => useCart()).result.current.lines
    expect(shown.map(({ product_id }) => product_id)).toEqual([elsewhere.id])
    unfollow()
  })

  it('all of it where an earlier version of the shop had it wait', async () => {
    const [seen, elsewhere] = await Promise.all([aPiece(), aPiece()])
    await ada.add(seen.id)
    network.set('offline')
    // As that version has stored it: that the cart is to be cleared, and no more.
    await outbox.post('cart', ada.id, (unsent, make) => [...unsent, make({ kind: 'clear' })])
    await ada.add(elsewhere.id)
    await reconnected()
    expect([outbox.all(), await quantities()]).toEqual([[], []])
  })

  it('and is no call at all where the server has nothing of it', async () => {
    const ring = await aPiece()
    await seeCart()
    network.set('offline')
    await post(ring.add())
    await post({ kind: 'clear' })
    expect(outbox.all()).toEqual([])
    await reconnected()
    expect(done).toEqual([])
  })

  it('a day later it is done if nothing of that is left, whatever else there is', async () => {
    const [seen, elsewhere] = await Promise.all([aPiece(), aPiece()])
    await ada.add(seen.id)
    await seeCart()
    fates = ['lost']
    await post({ kind: 'clear' })
    await eventually(() => expect(done).toHaveLength(1))
    await eventually(() => expect(outbox.all()).toMatchObject([{ attemptedAt: expect.any(Number) }]))
    network.set('offline')
    await ada.add(elsewhere.id)
    const before = said()
    await sendADayLater()
    expect([outbox.all(), said()]).toEqual([[], before])
    expect(await quantities()).toEqual([[elsewhere.id, 1]])
  })
})

describe('a change whose answer was lost', () => {
  type Piece = Awaited<ReturnType<typeof aPiece>>
  const removal = (ring: Piece) => ring.remove()
  const three = (ring: Piece) => ring.set(3)
  const clearing = (): CartPayload => ({ kind: 'clear' })
  /** A ring in the cart, a change of which is sent, and may reach the server. */
  async function attempted(change: (ring: Piece) => CartPayload, fate: 'lost' | 'cut') {
    const ring = await aPiece()
    await ada.add(ring.id)
    await seeCart()
    fates = [fate]
    await post(change(ring))
    await eventually(() => expect(fates).toEqual([]))
    await eventually(() => expect(outbox.all()).toMatchObject([{ attemptedAt: expect.any(Number) }]))
    network.set('offline')
    return ring
  }
  /** On another device the ring is taken out, if it is still there, and put in anew: as another line. */
  async function putBackElsewhere(ring: Piece) {
    for (const { id } of await onServer()) await ada.call('DELETE', paths.cartItem(id))
    await ada.add(ring.id, 2)
  }

  it.each([
    ['a removal', removal],
    ['a quantity', three],
  ])('%s that arrived is not made again of what was put back elsewhere since', async (_what, change) => {
    const ring = await attempted(change, 'lost')
    await putBackElsewhere(ring)
    // As the app finds it when it starts again.
    await seeCart()
    await reconnected()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([[ring.id, 2]])
  })

  it.each<[string, typeof removal, number[]]>([
    ['a removal', removal, []],
    ['a quantity', three, [3]],
  ])('%s that did not arrive is made, if on another line', async (_what, change, left) => {
    const ring = await attempted(change, 'cut')
    await putBackElsewhere(ring)
    await seeCart()
    await reconnected()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual(left.map((quantity) => [ring.id, quantity]))
  })

  it.each<[string, typeof removal, 'lost' | 'cut', string]>([
    ['a removal', removal, 'lost', ''],
    ['a quantity', three, 'lost', cartTexts.itemGone],
    ['a clearing', clearing, 'lost', cartTexts.clearedLongAgo],
    ['a clearing that did not arrive', clearing, 'cut', cartTexts.clearedLongAgo],
  ])('after a day %s leaves alone what was put back elsewhere', async (_what, change, fate, words) => {
    const ring = await attempted(change, fate)
    await putBackElsewhere(ring)
    await sendADayLater()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([[ring.id, 2]])
    await eventually(() => expect(said().join()).toContain(words))
  })

  it('after a day a clearing is done if nothing is left', async () => {
    await attempted(clearing, 'lost')
    const before = said()
    await sendADayLater()
    expect([outbox.all(), await quantities(), said()]).toEqual([[], [], before])
  })

  it.each<[string, typeof removal, number[]]>([
    ['a removal', removal, []],
    ['a quantity', three, [3]],
  ])('after a day %s that did not arrive is made', async (_what, change, left) => {
    const ring = await attempted(change, 'cut')
    await sendADayLater()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual(left.map((quantity) => [ring.id, quantity]))
  })

  it('after a day a quantity gives way to one that was set elsewhere', async () => {
    const ring = await attempted(three, 'lost')
    const [line] = await onServer()
    await ada.call('PUT', paths.cartItem(line?.id ?? ''), { body: { quantity: 5 } })
    await sendADayLater()
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([[ring.id, 5]])
    await eventually(() => expect(said()).toContain(`Damson Ring: ${cartTexts.quantityChanged}`))
  })
})

describe('what is shown of the cart', () => {
  it('is not taken for whole where only a part of it is known', async () => {
    const [ring, chain] = await Promise.all([aPiece(), aPiece()])
    await ada.add(chain.id)
    await post(ring.add())
    await eventually(() => expect(outbox.all()).toEqual([]))
    expect(await quantities()).toHaveLength(2)
    expect(queryClient.getQueryData(cart.current(ada.id).queryKey)).toBeUndefined()
  })

  it('is what was added here, from the tap on, though the whole could not be read; and that can be taken out', async () => {
    const ring = await aPiece()
    isUnread = true
    const stop = followCart(queryClient, ada.id)
    const shown = () => {
      const { cart, lines } = renderHook(useCart).result.current
      return { cart, lines: lines.map(({ product_id, quantity }) => [product_id, quantity]) }
    }
    network.set('offline')
    await post(ring.add())
    expect(shown()).toEqual({ cart: undefined, lines: [[ring.id, 1]] })
    await reconnected()
    expect(done).toHaveLength(1)
    expect(outbox.all()).toEqual([])
    expect(shown()).toEqual({ cart: undefined, lines: [[ring.id, 1]] })
    // Another, which has not been sent when all of them are taken out.
    network.set('offline')
    await post(ring.add())
    await post(ring.remove())
    expect(shown().lines).toEqual([])
    isUnread = false
    await reconnected()
    expect(await quantities()).toEqual([])
    stop()
  })

  it('counts an added piece once, from the tap until the server has told of it', async () => {
    const ring = await aPiece()
    await seeCart()
    const counts: (number | undefined)[] = []
    const { unmount } = renderHook(() => counts.push(useCart().cart?.items[0]?.quantity))
    const stop = followCart(queryClient, ada.id)
    await post(ring.add())
    await eventually(() => expect(done).toHaveLength(1))
    await eventually(() => expect([queryClient.isFetching(), outbox.all()]).toEqual([0, []]))
    stop()
    unmount()
    expect(counts.slice(counts.indexOf(1)).filter((count) => count !== 1)).toEqual([])
  })

  it('keeps what was added while it was being read, also while another change waits', async () => {
    const [ring, chain] = await Promise.all([aPiece(), aPiece()])
    const stop = followCart(queryClient, ada.id)
    await seeCart()
    const read = Promise.withResolvers<void>()
    const arrival = Promise.withResolvers<void>()
    onTheWay = () => {
      read.resolve()
      return arrival.promise
    }
    void queryClient.invalidateQueries(cart.current(ada.id))
    await read.promise
    network.set('offline')
    await post(ring.add())
    await post(chain.add())
    fates = ['done', 'cut', 'cut', 'cut', 'cut']
    network.set('online')
    await eventually(() => expect(outbox.all()).toMatchObject([{ payload: { product_id: chain.id } }]))
    expect(done).toHaveLength(1)
    arrival.resolve()
    await eventually(() => expect(queryClient.isFetching()).toBe(0))
    const shown = renderHook(useCart).result.current.lines
    expect(shown.map(({ product_id }) => product_id)).toEqual([ring.id, chain.id])
    stop()
  })

  it('is read once, however often the shopper changes meanwhile what waits', async () => {
    const ring = await aPiece()
    await ada.add(ring.id)
    const stop = followCart(queryClient, ada.id)
    await seeCart()
    network.set('offline')
    await post(ring.set(2))
    let reads = 0
    const read = Promise.withResolvers<void>()
    const arrival = Promise.withResolvers<void>()
    const hold = () => {
      reads += 1
      onTheWay = hold
      read.resolve()
      return arrival.promise
    }
    onTheWay = hold
    void queryClient.invalidateQueries(cart.current(ada.id))
    await read.promise
    for (const quantity of [3, 4, 5]) await post(ring.set(quantity))
    arrival.resolve()
    await eventually(() => expect(queryClient.isFetching()).toBe(0))
    onTheWay = null
    expect(reads).toBe(1)
    expect(renderHook(useCart).result.current.lines).toMatchObject([{ quantity: 5 }])
    stop()
  })
})

describe('what cannot be done as it was meant is told', () => {
  it('a line that is gone leaves the cart, and what waits behind it is done', async () => {
    const [ring, chain] = await Promise.all([aPiece(), aPiece()])
    await ada.add(ring.id)
    const [line] = await onServer()
    await seeCart()
    network.set('offline')
    await post(ring.set(4))
    await post(chain.add())
    await ada.call('DELETE', paths.cartItem(line?.id ?? ''))
    await reconnected()
    await eventually(() => expect(said()).toContain(cartTexts.itemGone))
    expect(outbox.all()).toEqual([])
    expect(await quantities()).toEqual([[chain.id, 1]])
    const shown = () => queryClient.getQueryData(cart.current(ada.id).queryKey)?.items
    await eventually(() => expect(shown()).toMatchObject([{ product_id: chain.id }]))
  })

  it('a line that is gone and came back takes the quantity', async () => {
    const ring = await aPiece()
    await ada.add(ring.id)
    const [line] = await onServer()
    await seeCart()
    network.set('offline')
    await post(ring.set(4))
    await ada.call('DELETE', paths.cartItem(line?.id ?? ''))
    await ada.add(ring.id)
    await reconnected()
    expect(await quantities()).toEqual([[ring.id, 4]])
  })

  it('a piece that is sold out meanwhile is named, and the server’s cart stands', async () => {
    const [ring, chain] = await Promise.all([aPiece(5), aPiece()])
    await ada.add(ring.id)
    await seeCart()
    network.set('offline')
    await post(ring.set(4))
    await post(chain.add())
    await shop.db.update(products).set({ stock_quantity: 2 }).where(eq(products.id, ring.id))
    await reconnected()
    await eventually(() => expect(said()).toContain(`Damson Ring: ${cartTexts.onlyLeft(2)}`))
    expect(await quantities()).toEqual([
      [ring.id, 1],
      [chain.id, 1],
    ])
  })

  it('of several that were added at the same moment, one that is sold out is named, and the others are added', async () => {
    const [ring, chain] = await Promise.all([aPiece(5), aPiece()])
    await shop.db.update(products).set({ stock_quantity: 0 }).where(eq(products.id, ring.id))
    for (const piece of [ring, chain]) await post({ ...piece.add(), isOneOfSeveral: true })
    await eventually(() => expect(outbox.all()).toEqual([]))
    await eventually(() => expect(said()).toContain(`Damson Ring: ${catalogueTexts.outOfStock}`))
    expect(await quantities()).toEqual([[chain.id, 1]])
  })

  it('of an order that is bought again, each piece that is sold out since is named with its size', async () => {
    const { id, variants: sizes } = await newPiece(shop, { sizes: [5, 5] })
    const { data: product } = v.parse(ProductAnswer, (await shop.call('GET', paths.product(id))).body)
    const bought = product.variants.map((variant) => ({
      id: variant.name,
      product_id: id,
      variant_id: variant.id,
      variant_name: variant.name,
      quantity: 1,
      price: variant.price,
      total: variant.price,
      product,
    }))
    const { lines } = await findAgain(queryClient, bought, undefined)
    await shop.db.update(variants).set({ stock_quantity: 0 }).where(inArray(variants.id, sizes))
    for (const line of lines) await post({ kind: 'add', base: 0, ...line })
    await eventually(() => expect(outbox.all()).toEqual([]))
    for (const { name } of product.variants)
      expect(said()).toContain(`Damson Ring (Ring size: ${name}): ${catalogueTexts.outOfStock}`)
  })

  it('a price that has changed meanwhile is said', async () => {
    const ring = await aPiece()
    network.set('offline')
    await post(ring.add())
    await shop.db.update(products).set({ price: 31_000 }).where(eq(products.id, ring.id))
    await reconnected()
    await eventually(() => expect(said()).toContain('The price of Damson Ring is now £310.00.'))
  })
})

describe('a message that something was done', () => {
  const router: AnyRouter = createRouter({ routeTree: createRootRoute() })
  const onView = () =>
    renderHook(() => useToasterStore())
      .result.current.toasts.filter(({ visible }) => visible)
      .map(({ message }) => message)
  const press = async ({ slug }: { slug: string }) => {
    const product = await queryClient.fetchQuery(catalogue.product(slug))
    await addToCart({ product, variant: null }, { router, queryClient })
  }
  const soldOut = async (...pieces: readonly { id: number }[]) => {
    const these = inArray(
      products.id,
      pieces.map(({ id }) => id),
    )
    await shop.db.update(products).set({ stock_quantity: 0 }).where(these)
  }
  beforeEach(() => {
    toast.remove()
    session.start({ ...login, access: ada.token, user_id: ada.id })
  })

  it('goes when the server refuses it', async () => {
    const ring = await aPiece()
    await queryClient.fetchQuery(catalogue.product(ring.slug))
    await soldOut(ring)
    await press(ring)
    await eventually(() => expect(onView()).toEqual([catalogueTexts.outOfStock]))
  })

  it('goes when the server refuses what a guest had wanted, and is not repeated after a reload', async () => {
    const ring = await aPiece()
    await soldOut(ring)
    rememberWanted({ product_id: ring.id, variant_id: null, quantity: 1, slug: ring.slug })
    addWanted(queryClient)
    await eventually(() => expect(onView()).toEqual([catalogueTexts.outOfStock]))
    toast.remove()
    startTelling()
    await eventually(() => expect(onView()).toEqual([catalogueTexts.outOfStock]))
  })

  it('stays if it is of a later change', async () => {
    const [ring, chain] = await Promise.all([aPiece(), aPiece()])
    for (const { slug } of [ring, chain]) await queryClient.fetchQuery(catalogue.product(slug))
    network.set('offline')
    await press(ring)
    await press(chain)
    await soldOut(ring)
    await reconnected()
    await eventually(() => expect(onView()).toContain(`Damson Ring: ${catalogueTexts.outOfStock}`))
    expect(onView()).toContain(cartTexts.added)
  })
})

describe('the page of a piece shows what the server has just said of it', () => {
  const seen: (() => void)[] = []
  afterEach(() => {
    for (const stop of seen.splice(0)) stop()
  })

  /** Two pieces, on view as they were a while ago. */
  async function onView() {
    const pieces = await Promise.all([aPiece(5), aPiece(5)])
    for (const { slug } of pieces) {
      const query = catalogue.product(slug)
      await queryClient.fetchQuery(query)
      seen.push(new QueryObserver(queryClient, query).subscribe(() => undefined))
    }
    network.set('offline')
    asked = []
    return pieces
  }
  const shown = ({ slug }: { slug: string }) => queryClient.getQueryData(catalogue.product(slug).queryKey)

  it('that it is sold out, asked past the browser’s cache, and of no other piece', async () => {
    const [ring, chain] = await onView()
    await post(ring.add())
    await post(chain.add())
    await shop.db.update(products).set({ stock_quantity: 0 }).where(eq(products.id, ring.id))
    await reconnected()
    await eventually(() => expect(shown(ring)?.stock_quantity).toBe(0))
    expect(asked).toEqual([`${ring.slug} no-cache`])
  })

  it('that fewer are left than are wanted in the cart', async () => {
    const [ring] = await onView()
    await ada.add(ring.id)
    await seeCart()
    await post(ring.set(4))
    await shop.db.update(products).set({ stock_quantity: 2 }).where(eq(products.id, ring.id))
    await reconnected()
    await eventually(() => expect(shown(ring)?.stock_quantity).toBe(2))
  })

  it('that it costs more', async () => {
    const [ring] = await onView()
    await post(ring.add())
    await shop.db.update(products).set({ price: 31_000 }).where(eq(products.id, ring.id))
    await reconnected()
    await eventually(() => expect(shown(ring)?.price).toBe('310.00'))
    expect(asked).toEqual([`${ring.slug} no-cache`])
  })

  it('and nothing is asked anew where all is as it was', async () => {
    const [ring] = await onView()
    await post(ring.add())
    await reconnected()
    await eventually(() => expect(outbox.all()).toEqual([]))
    expect([done.length, asked]).toEqual([1, []])
  })
})
