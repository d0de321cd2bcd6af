// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { type QueryKey, dehydrate, hashKey, hydrate } from '@tanstack/react-query'
import { clear, createStore, entries, get, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storageKeys } from '#contract/storageKeys.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { content } from '#src/features/content/api.ts'
import { AppError } from '#src/lib/AppError.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { forgetOwn, keep } from '#src/offline/copies.ts'
import { kindOf } from '#src/offline/kinds.ts'
import { network } from '#src/offline/network.ts'
import { savedFirst } from '#src/offline/savedFirst.ts'
import { silent } from '#tests/support/databaseFaults.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { expired, longAgo, ofTheseWaits, waiting, whoseWaits } from '#tests/support/waiting.ts'

const hour = 60 * 60_000
const offline = new AppError('offline', 'Network error. Please try again.', 500)
const offerLine: QueryKey = ['content', 'offer-line']
const ring: QueryKey = ['catalogue', 'product', 'piece-1']
const rings = (page = 1): QueryKey => ['catalogue', 'productsByCategory', { category: 'rings', page }]
const cartOf = (customer: string): QueryKey => ['my', 'cart', customer]
const cart = { id: 'cart', items: [], total: '0.00' }
const offers = [{ text: 'Ten per cent off' }]

const everybodys = createStore('damson-saved', 'records')
const own = createStore('damson-own', 'records')
const recordsOf = async (store: typeof own) => (await entries<string, unknown>(store)).map(([key]) => key)

/** A visit: a page with an empty cache, on the same device. */
const visit = () => {
  const client = createQueryClient({ say: () => undefined, persister: savedFirst })
  return {
    client,
    read: (queryKey: QueryKey, answer: unknown) =>
      client.fetchQuery({ queryKey, queryFn: () => Promise.resolve(answer), retry: false }),
    readOffline: (queryKey: QueryKey) =>
      client.fetchQuery({ queryKey, queryFn: () => Promise.reject(offline), retry: false }),
    ageOf: (queryKey: QueryKey) => Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0),
  }
}
/** A visit on which this was read and stored. */
async function visited(queryKey: QueryKey, answer: unknown) {
  const here = visit()
  keep(here.client)
  await here.read(queryKey, answer)
  const records = async () => [...(await recordsOf(own)), ...(await recordsOf(everybodys))]
  await eventually(async () => expect(String(await records())).toContain(hashKey(queryKey)))
  return here
}
const signIn = (id: string) => {
  localStorage.setItem(storageKeys.access, 'token')
  localStorage.setItem(storageKeys.refresh, 'refresh')
  const user = { id, first_name: 'Ada', last_name: 'Quince', email: 'ada@example.com' }
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
}
const signOut = async () => {
  localStorage.clear()
  await forgetOwn()
}

/** How much a page has still to do once the browser is idle. In the next test it would clear what is kept there. */
let due = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    due += 1
    setTimeout(() => {
      due -= 1
      run()
    }, 50)
  })
})
afterEach(async () => {
  await vi.waitUntil(() => due === 0, { timeout: 60_000, interval: 10 })
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await signOut()
  await Promise.all([clear(everybodys), clear(own)])
})

describe('what was read once is there without a network', () => {
  it('with the time at which it was read', async () => {
    await visited(ring, piece(1))
    vi.setSystemTime(Date.now() + 3 * hour)
    const later = visit()
    expect(await later.readOffline(ring)).toEqual(piece(1))
    await eventually(() => expect(later.ageOf(ring)).toBeGreaterThanOrEqual(3 * hour))
    await eventually(() =>
      expect(later.client.getQueryState(ring)).toMatchObject({ error: offline, data: piece(1) }),
    )
  })

  it('also what the server had rendered', async () => {
    const server = createQueryClient({ say: () => undefined })
    server.setQueryData(offerLine, offers)
    const here = visit()
    hydrate(here.client, dehydrate(server))
    keep(here.client)
    await eventually(async () => expect(await recordsOf(everybodys)).toHaveLength(1))
    expect(await visit().readOffline(offerLine)).toEqual(offers)
  })

  it('and gives way to the server’s answer as soon as there is one', async () => {
    await visited(ring, piece(1))
    const later = visit()
    const answer = Promise.withResolvers()
    const asking = later.client.fetchQuery({ queryKey: ring, queryFn: () => answer.promise })
    expect(await asking).toEqual(piece(1))
    answer.resolve(piece(1, { stock_quantity: 4 }))
    await eventually(() => expect(later.client.getQueryData(ring)).toMatchObject({ stock_quantity: 4 }))
  })

  const readings: Record<keyof typeof catalogue, { queryKey: QueryKey }[]> = {
    list: [catalogue.list({}), catalogue.list({}, 'rings')],
    few: [catalogue.few({})],
    search: [catalogue.search('ring', {})],
    product: [catalogue.product('piece-1')],
    pieces: [catalogue.pieces(['piece-1'])],
    related: [catalogue.related(1)],
    filters: [catalogue.filters({}), catalogue.filters({}, 'rings')],
  }
  it.each(Object.entries(readings))('every reading of the catalogue: %s', (_name, each) => {
    for (const { queryKey } of each) expect(kindOf(queryKey)).not.toBeNull()
  })

  it.each(Object.entries(content))('every list of home’s content: %s', (_name, list) => {
    expect(kindOf(list().queryKey)).not.toBeNull()
  })

  it('what is on view is not replaced by it while the server is asked once more, nor where nobody answers', async () => {
    const here = await visited(ring, piece(1, { stock_quantity: 4 }))
    // As by a change that the shopper has made since.
    here.client.setQueryData(ring, piece(1, { stock_quantity: 3 }))
    const asked = { queryKey: ring, queryFn: () => Promise.reject(offline), retry: false, staleTime: 0 }
    await expect(here.client.fetchQuery(asked)).rejects.toBe(offline)
    expect(here.client.getQueryData(ring)).toMatchObject({ stock_quantity: 3 })
  })

  it('also after its database was too slow to be waited for, once', async () => {
    await visited(offerLine, offers)
    const slow = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(silent)
    await expect(visit().readOffline(offerLine)).rejects.toBe(offline)
    slow.mockRestore()
    expect(await visit().readOffline(offerLine)).toEqual(offers)
  })

  it.each(['slow', 'offline'] as const)(
    'and takes the place of an older page that the service worker gave, once the line turns out to be %s',
    async (state) => {
      const older = Date.now() - hour
      await visited(ring, piece(1, { stock_quantity: 4 }))
      const here = visit()
      here.client.setQueryData(ring, piece(1), { updatedAt: older })
      keep(here.client)
      network.set(state)
      await eventually(() => expect(here.client.getQueryData(ring)).toMatchObject({ stock_quantity: 4 }))
      network.set('online')
    },
  )

  it('but of what was read after it, it takes no place', async () => {
    await visited(ring, piece(1, { stock_quantity: 4 }))
    await visited(offerLine, offers)
    const here = visit()
    here.client.setQueryData(ring, piece(1), { updatedAt: Date.now() + hour / 2 })
    here.client.setQueryData(offerLine, [], { updatedAt: Date.now() - hour })
    vi.setSystemTime(Date.now() + hour)
    keep(here.client)
    network.set('slow')
    await eventually(() => expect(here.client.getQueryData(offerLine)).toEqual(offers))
    expect(here.client.getQueryData(ring)).toEqual(piece(1))
    network.set('online')
  })

  it('also what was read again while the reading before was being written', async () => {
    const here = await visited(ring, piece(1))
    const readAgain = (stock_quantity: number) =>
      here.client.setQueryData(ring, piece(1, { stock_quantity }), { updatedAt: Date.now() + stock_quantity })
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      vi.restoreAllMocks()
      readAgain(3)
      return this.put(...given)
    })
    readAgain(2)
    await eventually(async () => expect(await visit().readOffline(ring)).toMatchObject({ stock_quantity: 3 }))
  })

  it('what another tab has read since stays', async () => {
    await visited(ring, piece(1, { stock_quantity: 3 }))
    const here = visit()
    keep(here.client)
    const before = piece(1, { stock_quantity: 9 })
    here.client.setQueryData(ring, before, { updatedAt: Date.now() - 10_000 })
    // Copies are written in the order in which they are read.
    await here.read(offerLine, offers)
    await eventually(async () => expect(String(await recordsOf(everybodys))).toContain(hashKey(offerLine)))
    expect(await visit().readOffline(ring)).toMatchObject({ stock_quantity: 3 })
  })

  it('and what was never read fails as before', async () => {
    await expect(visit().readOffline(ring)).rejects.toBe(offline)
  })
})

describe('what is kept is bounded', () => {
  it('what says how many there are is not shown after a day, words are', async () => {
    await visited(ring, piece(1))
    await visited(offerLine, offers)
    vi.setSystemTime(Date.now() + 25 * hour)
    await expect(visit().readOffline(ring)).rejects.toBe(offline)
    expect(await visit().readOffline(offerLine)).toEqual(offers)
  })

  it('what was read while the clock ran ahead is not shown, gives way to the next reading, and is cleared away', async () => {
    const now = Date.now()
    let readAt = now + 2 * hour
    const ahead = async () => {
      // A cleanup that began with the previous one drops it by its time.
      vi.setSystemTime((readAt += 1000))
      await visited(ring, piece(1))
      vi.setSystemTime(now)
    }
    await ahead()
    await expect(visit().readOffline(ring)).rejects.toBe(offline)
    await ahead()
    const read = piece(1, { stock_quantity: 4 })
    await visited(ring, read)
    await eventually(async () => expect(await visit().readOffline(ring)).toEqual(read))
    await ahead()
    keep(visit().client)
    await eventually(async () => expect(await recordsOf(everybodys)).toEqual([]))
  })

  it('the oldest lists give way to newer ones', async () => {
    const here = await visited(rings(), { count: 0, page: 1, products: [] })
    for (let page = 2; page <= 45; page += 1) {
      vi.setSystemTime(Date.now() + 1000)
      await here.read(rings(page), { count: 0, page, products: [] })
    }
    await eventually(async () => expect(await recordsOf(everybodys)).toContain(`saved-${hashKey(rings(45))}`))
    keep(visit().client)
    await eventually(async () => expect(await recordsOf(everybodys)).toHaveLength(40))
    await expect(visit().readOffline(rings(1))).rejects.toBe(offline)
    expect(await visit().readOffline(rings(45))).toMatchObject({ page: 45 })
  })

  it('what is typed into the search pushes no list out, and is bounded without another page being opened', async () => {
    const typed = (letters: number): QueryKey => [
      'catalogue',
      'search',
      { query: 'a'.repeat(letters), page: 1 },
    ]
    const here = await visited(rings(), { count: 1, page: 1, products: [piece(1)] })
    for (let letters = 1; letters <= 45; letters += 1) {
      vi.setSystemTime(Date.now() + 1000)
      await here.read(typed(letters), { count: 0, page: 1, products: [] })
    }
    await eventually(async () => expect(await recordsOf(everybodys)).toContain(`saved-${hashKey(typed(45))}`))
    await eventually(async () => expect((await recordsOf(everybodys)).length).toBeLessThanOrEqual(31))
    keep(visit().client)
    await eventually(async () => expect(await recordsOf(everybodys)).toHaveLength(11))
    expect(await visit().readOffline(rings())).toMatchObject({ products: [{ id: 1 }] })
  })

  it.each<[string, QueryKey]>([
    ['orders', ['my', 'orders']],
    ['addresses', ['my', 'addresses']],
    ['the profile', ['my', 'profile']],
    ['reviews as a customer reads them', ['my', 'reviews', 'piece-1']],
    ['what a parcel does', ['tracking', 'DMS-1']],
  ])('%s are never kept', async (_what, queryKey) => {
    signIn('ada')
    const here = await visited(offerLine, offers)
    await here.read(queryKey, { secret: true })
    await here.read(cartOf('ada'), cart)
    await eventually(async () => expect(await recordsOf(own)).toHaveLength(1))
    expect(await recordsOf(everybodys)).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['bytes', new Uint8Array([1, 2, 3])],
    [
      'another version',
      { buster: '0', queryKey: ring, queryHash: '', state: { data: piece(1), dataUpdatedAt: 1 } },
    ],
    [
      'an old shape',
      { buster: '1', queryKey: ring, queryHash: '', state: { data: { id: 1 }, dataUpdatedAt: 1 } },
    ],
  ])('%s in the place of a copy are dropped alone', async (_what, rubbish) => {
    await visited(offerLine, offers)
    await set(`saved-${JSON.stringify(ring)}`, rubbish, everybodys)
    await expect(visit().readOffline(ring)).rejects.toBe(offline)
    expect(await visit().readOffline(offerLine)).toEqual(offers)
    expect(await recordsOf(everybodys)).toHaveLength(1)
  })
})

describe('what is a customer’s own', () => {
  it('comes back for them, and for nobody else', async () => {
    signIn('ada')
    await visited(cartOf('ada'), cart)
    expect(await visit().readOffline(cartOf('ada'))).toEqual(cart)
    signIn('grace')
    await expect(visit().readOffline(cartOf('ada'))).rejects.toBe(offline)
    await expect(visit().readOffline(cartOf('grace'))).rejects.toBe(offline)
  })

  it('is not given to whoever has signed in while it is read', async () => {
    signIn('ada')
    await visited(cartOf('ada'), cart)
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      vi.restoreAllMocks()
      signIn('grace')
      return this.get(...given)
    })
    await expect(visit().readOffline(cartOf('ada'))).rejects.toBe(offline)
  })

  it('comes back as it is read today, where an earlier version kept it without what lines have now', async () => {
    const { id, slug, name, price, compare_at_price, stock_quantity, low_stock_threshold, sku } = piece(1)
    const kept = { id, slug, name, price, compare_at_price, stock_quantity, low_stock_threshold, sku }
    const product = { ...kept, short_description: '', image: null, category: null }
    const variant = { id: 2, name: 'J', price, stock_quantity }
    const line = { id: 'line', product, product_id: 1, variant, variant_id: 2, quantity: 1, total: price }
    signIn('ada')
    await visited(cartOf('ada'), { id: 'cart', items: [line], total: price })
    expect(await visit().readOffline(cartOf('ada'))).toMatchObject({
      items: [{ product: { variant_label: null } }],
    })
  })

  it('is gone with them, and is not written again by a page that still has it', async () => {
    signIn('ada')
    const here = await visited(cartOf('ada'), cart)
    await signOut()
    here.client.setQueryData(cartOf('ada'), { ...cart, total: '1.00' })
    await here.read(offerLine, offers)
    await eventually(async () => expect(await recordsOf(everybodys)).toHaveLength(1))
    expect(await recordsOf(own)).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('is not written for whoever has left in the moment in which it is being written', async () => {
    signIn('ada')
    const here = visit()
    keep(here.client)
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      vi.restoreAllMocks()
      signIn('grace')
      here.client.setQueryData(cartOf('grace'), cart)
      return this.get(...given)
    })
    here.client.setQueryData(cartOf('ada'), cart)
    await eventually(async () => expect(await recordsOf(own)).not.toEqual([]))
    expect(await recordsOf(own)).toEqual([`grace-${hashKey(cartOf('grace'))}`])
  })

  it('that was left behind by a browser killed while they signed out is gone at the next start', async () => {
    signIn('ada')
    await visited(cartOf('ada'), cart)
    localStorage.clear()
    keep(visit().client)
    await eventually(async () => expect(await recordsOf(own)).toEqual([]))
  })

  it('and goes, too, where somebody else is signed in by then, whose own stays', async () => {
    signIn('ada')
    await visited(cartOf('ada'), cart)
    signIn('grace')
    await visited(cartOf('grace'), cart)
    keep(visit().client)
    await eventually(async () => expect(await recordsOf(own)).toEqual([`grace-${hashKey(cartOf('grace'))}`]))
  })
})

it.each([
  ['whoever signed out', [], []],
  ['all but whose session expired', [['ada', 0]], ['ada']],
  [
    'all but both of whose sessions expired',
    [
      ['ada', 2],
      ['grace', 0],
      ['joan', 0],
    ],
    ['ada', 'grace'],
  ],
  [
    'whose session expired, and who has not come back for a month',
    [
      ['ada', 31],
      ['grace', 2],
    ],
    ['grace'],
  ],
] as const)('what waited for %s is gone at the next start', async (_whose, days, left) => {
  await ofTheseWaits('ada', 'grace')
  await set('unreadable-1', 'rubbish', waiting)
  localStorage.setItem('damson-outbox-unreadable', 'rubbish')
  localStorage.setItem('damson-outbox', JSON.stringify([{ ...longAgo, key: 'another', customer: 'alan' }]))
  expired(...days)
  keep(visit().client)
  await eventually(async () => {
    expect((await whoseWaits()) ?? []).toEqual(left)
    expect(await get('unreadable-1', waiting)).toBeUndefined()
    expect(localStorage.getItem('damson-outbox')).toBeNull()
    expect(localStorage.getItem('damson-outbox-unreadable')).toBeNull()
    expect(expectedBack.all()).toEqual(left)
  })
})

it('what waited for somebody who has not come back for a month goes while somebody else is signed in, too', async () => {
  await ofTheseWaits('ada', 'grace')
  expired(['ada', 31])
  signIn('grace')
  keep(visit().client)
  await eventually(async () => expect(await whoseWaits()).toEqual(['grace']))
  await eventually(() => expect(localStorage.getItem('expected-back')).toBeNull())
  await ofTheseWaits()
})

it('copies of one customer can be forgotten without those of who came after', async () => {
  signIn('ada')
  await visited(cartOf('ada'), cart)
  signIn('grace')
  await visited(cartOf('grace'), cart)
  localStorage.setItem('damson-own', JSON.stringify([cartOf('grace')]))
  await forgetOwn('ada')
  expect(await recordsOf(own)).toEqual([`grace-${hashKey(cartOf('grace'))}`])
  expect(localStorage.getItem('damson-own')).toContain('grace')
  await forgetOwn('grace')
  expect(await recordsOf(own)).toEqual([])
  expect(localStorage.getItem('damson-own')).toBeNull()
})

it('what a listing can be filtered by is known from other choices, and is not kept as if it were of these', async () => {
  const silver = { name: 'Silver', slug: 'silver', count: 3 }
  const lists = { categories: [], collections: [], materials: [silver], gemstones: [] }
  await visited(catalogue.filters({}).queryKey, lists)
  const later = visit()
  keep(later.client)
  const chosen = catalogue.filters({ material: ['Silver'] }).queryKey
  expect(await later.readOffline(chosen)).toEqual({ ...lists, isPartial: true })
  await expect(later.readOffline(catalogue.filters({}, 'rings').queryKey)).rejects.toBe(offline)
  await later.read(offerLine, offers)
  await eventually(async () => expect(String(await recordsOf(everybodys))).toContain('offer-line'))
  expect(await recordsOf(everybodys)).toHaveLength(2)
})

// Last, because what was seen here is cached for a while.
it.each<[string, () => Promise<Response>]>([
  ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a captive portal does', () => Promise.resolve(new Response('<h1>Welcome aboard</h1>'))],
])(
  'and pieces that were seen apart come together, no younger than they are, when %s',
  async (_who, answer) => {
    vi.stubGlobal('fetch', answer)
    await visited(ring, piece(1))
    vi.setSystemTime(Date.now() + 20 * hour)
    await visited(rings(), { count: 1, page: 1, products: [piece(2)] })
    vi.setSystemTime(Date.now() + 3 * hour)
    const later = visit()
    keep(later.client)
    const together = catalogue.pieces(['piece-2', 'never-seen', 'piece-1'])
    expect(await later.client.fetchQuery({ ...together, retry: false })).toEqual([piece(2), piece(1)])
    await eventually(() => expect(later.ageOf(together.queryKey)).toBeGreaterThanOrEqual(23 * hour))
    const search = catalogue.search('piece', {})
    const found = await later.client.fetchQuery({ ...search, retry: false })
    expect(found).toMatchObject({ isPartial: true, count: 2 })
    await later.read(offerLine, offers)
    await eventually(async () => expect(await recordsOf(everybodys)).toHaveLength(3))
    expect(String(await recordsOf(everybodys))).not.toMatch(/never-seen|search/)
  },
)
