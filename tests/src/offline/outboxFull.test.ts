// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, get } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import type { Intent } from '#src/offline/intent.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { eventually } from '#tests/support/eventually.ts'

const records = createStore('damson-outbox', 'intents')
const payloadsOf = (list: Intent[]) => list.map(({ payload }) => payload)
const inDatabase = async () => payloadsOf((await get<Intent[]>('intents', records)) ?? [])
const inWebStorage = () => payloadsOf(JSON.parse(localStorage.getItem('damson-outbox') ?? '[]'))

const sent: string[] = []
outbox.handle<string>('notes', {
  schema: v.string(),
  send: ({ payload }) => {
    sent.push(payload)
    return Promise.resolve({ body: {}, status: 200, error: null })
  },
  settle: () => undefined,
  isReading: () => false,
  readAgain: () => undefined,
})
const waiting = () => outbox.all().map(({ payload }) => payload)
const post = (payload: string) =>
  outbox.post<string>('notes', 'ada', (unsent, make) => [...unsent, make(payload)])

const full = () => {
  throw Object.assign(new Error('There is no room'), { name: 'QuotaExceededError' })
}
/** From now on the database keeps what it has, and takes nothing more. */
const fillDatabase = () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)

outbox.start(new QueryClient(), () => 'ada')
beforeEach(async () => {
  network.set('offline')
  await outbox.wipe()
  sent.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('what waits in a database that takes nothing more waits elsewhere with what comes after it, and is sent once, in order', async () => {
  await post('before')
  fillDatabase()
  await post('one')
  expect(waiting()).toEqual(['before', 'one'])
  expect([await inDatabase(), inWebStorage()]).toEqual([[], ['before', 'one']])
  await post('two')
  expect(waiting()).toEqual(['before', 'one', 'two'])

  network.set('online')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['before', 'one', 'two'])
  expect([await inDatabase(), inWebStorage()]).toEqual([[], []])
})

it('one that can be neither moved nor removed there stays on view all the same, and is sent once', async () => {
  await post('before')
  fillDatabase()
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(full)
  await post('one')
  expect(waiting()).toEqual(['before', 'one'])
  // However often that is tried.
  await outbox.flush()
  expect(waiting()).toEqual(['before', 'one'])
  expect([await inDatabase(), inWebStorage()]).toEqual([['before'], ['one']])

  network.set('online')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['before', 'one'])
  await post('two')
  await eventually(() => expect(sent).toEqual(['before', 'one', 'two']))
})

it('where neither has room for them, they are made while there is a network, each once', async () => {
  await post('before')
  network.set('online')
  await eventually(() => expect(sent).toEqual(['before']))
  fillDatabase()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(full)
  await post('one')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['before', 'one'])
})

it('one of which the database says only at the end that it is not kept waits elsewhere', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    const request = this.add(...given)
    request.addEventListener('success', () => this.transaction.abort())
    return request
  })
  await post('one')
  expect([await inDatabase(), inWebStorage(), waiting()]).toEqual([[], ['one'], ['one']])
})

it('once the database has room again, changes wait there as before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await post('before')
  fillDatabase()
  await post('one')
  vi.restoreAllMocks()
  await eventually(async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await inDatabase(), inWebStorage()]).toEqual([['before', 'one'], []])
  })
  expect(waiting()).toEqual(['before', 'one'])
})
