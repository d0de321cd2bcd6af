import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { readAnew, readWhatIsAhead } from '#src/offline/readAnew.ts'

const queryKey = ['wishlist']

it.each([
  ['nothing was known, and the first read was answered before the change', undefined],
  ['something was known', 'before that'],
])('what was changed is read again: %s', async (_when, known) => {
  const queryClient = new QueryClient()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const read = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(first.promise)
    .mockReturnValueOnce(second.promise)
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: read,
    ...(known && { initialData: known, initialDataUpdatedAt: 0 }),
  })
  const stop = observer.subscribe(() => undefined)
  const reading = readAnew(queryClient, { queryKey })
  // Where something was known it is not waited for.
  if (known === undefined) first.resolve('before the change')
  second.resolve('after the change')
  await reading
  expect(read).toHaveBeenCalledTimes(2)
  expect(observer.getCurrentResult().data).toBe('after the change')
  stop()
})

it('a first read that fails is no reason not to ask again', async () => {
  const queryClient = new QueryClient()
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('No answer'))
    .mockResolvedValueOnce('there')
  const observer = new QueryObserver(queryClient, { queryKey, retry: false, queryFn: read })
  const stop = observer.subscribe(() => undefined)
  await readAnew(queryClient, { queryKey })
  expect(observer.getCurrentResult().data).toBe('there')
  stop()
})

it('what was read before the clock was set back is read again, once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  queryClient.setQueryData(['elsewhere'], 'then')
  vi.setSystemTime(Date.now() - 2 * 3_600_000)
  queryClient.setQueryData(['since'], 'since')
  await readWhatIsAhead(queryClient)
  const read = vi.fn<() => Promise<string>>().mockResolvedValue('now')
  for (const key of ['elsewhere', 'elsewhere', 'since'])
    await queryClient.fetchQuery({ queryKey: [key], queryFn: read })
  expect(read).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryData(['elsewhere'])).toBe('now')
  vi.useRealTimers()
})
