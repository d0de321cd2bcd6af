import {
  type QueryClient,
  type QueryKey,
  type QueryMeta,
  QueryObserver,
  focusManager,
} from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cart } from '#src/features/cart/api.ts'
import { content } from '#src/features/content/api.ts'
import { orders } from '#src/features/orders/api.ts'
import { wishlist } from '#src/features/wishlist/api.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { mine } from '#src/lib/mine.ts'
import { createQueryClient, personal } from '#src/lib/queryClient.ts'
import { eventually } from '#tests/support/eventually.ts'

const offline = new AppError('offline', 'Network error. Please try again.', 500)
const unreachable = new AppError('server_unreachable', 'Network error. Please try again.', 500)
const gone = new AppError('not_found', 'Product not found.', 404)
const failed = new AppError('internal', 'Something Went Wrong!', 500)

function listening() {
  const said: [unknown, string | undefined][] = []
  const unheard = vi.fn<() => void>()
  const client = createQueryClient({ say: (error, fallback) => said.push([error, fallback]), unheard })
  return { said, client, unheard }
}

const queryKey = ['pieces']
const rejecting = (error: Error) => () => Promise.reject(error)
const failing = (error: Error) => ({ queryKey, queryFn: rejecting(error), retry: false })

describe('a failed read', () => {
  it('is told when what is on screen could not be renewed', async () => {
    const { said, client } = listening()
    client.setQueryData(queryKey, ['a ring'])
    await client.fetchQuery({ ...failing(gone), staleTime: 0 }).catch(() => undefined)
    expect(said).toEqual([[gone, undefined]])
  })

  it.each([
    ['Failed to load cart', cart.current('1')],
    ['Failed to load wishlist', wishlist.current('1')],
    ['Failed to fetch orders', orders.history()],
    ['Failed to fetch order detail', orders.detail('DMS-23456789')],
    ['Failed to fetch profile data', mine.profile()],
    ['Failed to load addresses', mine.addresses()],
    ['Failed to load payment methods', mine.savedCards()],
  ])('is called by what it was of: %s', async (text, read: { queryKey: QueryKey; meta?: QueryMeta }) => {
    const { queryKey, meta = {} } = read
    const { said, client } = listening()
    client.setQueryData(queryKey, 'as it was')
    await client.fetchQuery({ ...failing(failed), queryKey, meta, staleTime: 0 }).catch(() => undefined)
    expect(said.map(([error, fallback]) => messageOf(error, fallback ?? ''))).toEqual([text])
  })

  it.each([offline, unreachable])('is not when nobody answered: $code', async (error) => {
    const { said, client } = listening()
    client.setQueryData(queryKey, ['a ring'])
    await client.fetchQuery({ ...failing(error), staleTime: 0 }).catch(() => undefined)
    expect(said).toEqual([])
  })

  it('is only logged where that is all the shop wants of it: of the offer of the day', async () => {
    const { said, client } = listening()
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const offer = { ...content.offerLine(), ...failing(gone), staleTime: 0 }
    await client.fetchQuery(offer).catch(() => undefined)
    expect(logged).toHaveBeenCalledExactlyOnceWith(expect.any(String), gone)
    client.setQueryData(queryKey, [{ text: 'Two rings for one' }])
    await client.fetchQuery(offer).catch(() => undefined)
    expect(logged).toHaveBeenCalledTimes(2)
    expect(said).toEqual([])
    logged.mockRestore()
  })

  it('is not when the page itself shows it, having nothing else to show', async () => {
    const { said, client } = listening()
    await client.fetchQuery(failing(gone)).catch(() => undefined)
    expect(said).toEqual([])
  })
})

it('whoever comes back to the shop has anything read again that was read more than a minute ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { client } = listening()
  const asked: number[] = []
  const stops = [59, 61].map((seconds) => {
    const queryKey = ['pieces', seconds]
    client.setQueryData(queryKey, 'as it was', { updatedAt: Date.now() - seconds * 1_000 })
    const queryFn = async () => asked.push(seconds)
    return new QueryObserver(client, { queryKey, queryFn, refetchOnMount: false }).subscribe(() => undefined)
  })
  client.mount()
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  await eventually(() => expect(asked).toContain(61))
  expect(asked).toEqual([61])
  for (const stop of [...stops, () => client.unmount(), () => focusManager.setFocused(undefined)]) stop()
})

it.each([
  ['nobody answers is not asked for again by itself', unreachable, 1],
  ['there is no network for is not, either', offline, 1],
  ['the shop refuses is not, either', gone, 1],
  ['the shop fails at is asked for once more', failed, 2],
])('what %s', async (_what, error, calls) => {
  const { client } = listening()
  let asked = 0
  const queryFn = () => {
    asked += 1
    return Promise.reject(error)
  }
  await expect(client.fetchQuery({ queryKey, queryFn, retryDelay: 0 })).rejects.toBe(error)
  expect(asked).toBe(calls)
})

describe('a failed change', () => {
  const change = (meta: { errors?: 'inline'; failure?: string }, error: Error) => {
    const { said, client } = listening()
    const mutation = client
      .getMutationCache()
      .build(client, { mutationFn: rejecting(error), meta, retry: false })
    return mutation.execute(undefined).then(
      () => said,
      () => said,
    )
  }

  it('is always told, also when nobody answered', async () => {
    expect(await change({ failure: 'Failed to delete address' }, offline)).toEqual([
      [offline, 'Failed to delete address'],
    ])
  })

  it('is left to the form that shows it', async () => {
    expect(await change({ errors: 'inline' }, gone)).toEqual([])
  })
})

describe('after a change', () => {
  /** Somebody looks at something of the customer's, read by `ask`. */
  const shown = (client: QueryClient, what: string, ask: () => Promise<unknown>) =>
    new QueryObserver(client, { queryKey: [personal, what], queryFn: ask }).subscribe(() => undefined)
  const begin = (client: QueryClient, change: () => Promise<unknown>, meta: { waits?: true } = {}) =>
    client.getMutationCache().build(client, { mutationFn: change, meta }).execute(undefined)
  const done = () => Promise.resolve()

  /** The first read of something is answered, those after a change wait for `answer`. */
  function reading(client: QueryClient) {
    const { promise, resolve } = Promise.withResolvers<string>()
    let asked = 0
    const stop = shown(client, 'orders', () => (++asked === 1 ? Promise.resolve('first') : promise))
    return { asked: () => asked, answer: () => resolve('again'), stop }
  }

  it('what is shown is read again, also if an earlier change is still being read', async () => {
    const { client } = listening()
    let version = 1
    const stop = shown(client, 'addresses', () => Promise.resolve(version))
    const orders = reading(client)
    const addresses = () => client.getQueryData([personal, 'addresses'])
    await eventually(() => expect([addresses(), orders.asked()]).toEqual([1, 1]))
    const first = begin(client, async () => void (version = 2), { waits: true })
    await eventually(() => expect([addresses(), orders.asked()]).toEqual([2, 2]))
    await begin(client, async () => void (version = 3))
    await eventually(() => expect(addresses()).toBe(3))
    orders.answer()
    await first
    stop()
    orders.stop()
  })

  it('nothing is read before the last change under way is answered: it would undo it on the screen', async () => {
    const { client } = listening()
    const orders = reading(client)
    await eventually(() => expect(client.getQueryData([personal, 'orders'])).toBe('first'))
    const second = Promise.withResolvers<void>()
    const last = begin(client, () => second.promise)
    await begin(client, done)
    expect(orders.asked()).toBe(1)
    second.resolve()
    await last
    expect(orders.asked()).toBe(2)
    orders.answer()
    orders.stop()
  })

  it('its outcome waits for nothing else, unless it asks to', async () => {
    const { client } = listening()
    const orders = reading(client)
    await eventually(() => expect(client.getQueryData([personal, 'orders'])).toBe('first'))
    await begin(client, done)
    await expect(begin(client, rejecting(gone))).rejects.toBe(gone)
    expect(client.getQueryData([personal, 'orders'])).toBe('first')
    const waiting = begin(client, done, { waits: true })
    orders.answer()
    await waiting
    expect(client.getQueryData([personal, 'orders'])).toBe('again')
    orders.stop()
  })
})

describe('an answer that nobody of ours gave', () => {
  const meta = { isAskedFor: true } as const
  /** Somebody is looking at its place on the page. */
  async function waitingFor(client: QueryClient, error: Error, how: { isAskedFor?: true } = meta) {
    const observer = new QueryObserver(client, { ...failing(error), meta: how, staleTime: 0 })
    const stop = observer.subscribe(() => undefined)
    await eventually(() => expect(observer.getCurrentResult()).toMatchObject({ error, isFetching: false }))
    stop()
  }
  const portal = new AppError('invalid_response', 'Invalid API response structure', 200)

  it.each([offline, unreachable, portal])('is told when the shopper asked: $code', async (error) => {
    const { client, unheard } = listening()
    await client
      .getMutationCache()
      .build(client, { mutationFn: rejecting(error), meta: { errors: 'inline' }, retry: false })
      .execute(undefined)
      .catch(() => undefined)
    await waitingFor(client, error)
    expect(unheard).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['nobody waits for', (client: QueryClient) => client.prefetchQuery({ ...failing(offline), meta })],
    ['nobody asked for', (client: QueryClient) => waitingFor(client, offline, {})],
    ['is refused', (client: QueryClient) => waitingFor(client, gone)],
    [
      'is on view already',
      (client: QueryClient) => {
        client.setQueryData(queryKey, ['a ring'])
        return waitingFor(client, offline)
      },
    ],
  ])('is not for what %s', async (_name, read) => {
    const { client, unheard } = listening()
    await read(client)
    expect(unheard).not.toHaveBeenCalled()
  })
})
