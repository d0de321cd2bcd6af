// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, get } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import * as v from 'valibot'
import type { Handler } from '#src/offline/intent.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { full, silent } from '#tests/support/databaseFaults.ts'
import { eventually } from '#tests/support/eventually.ts'

const records = createStore('damson-outbox', 'intents')
const inDatabase = async () => JSON.stringify((await get<unknown>('intents', records)) ?? [])
const inWebStorage = () => localStorage.getItem('damson-outbox') ?? ''

const sent: string[] = []
let whenSent = async () => {}
const notes: Handler<string> = {
  schema: v.string(),
  send: async ({ payload }) => {
    sent.push(payload)
    await whenSent()
    return { body: {}, status: 200, error: null }
  },
  settle: () => undefined,
  isReading: () => false,
  readAgain: () => undefined,
}
outbox.handle<string>('notes', notes)
const waiting = () => outbox.all().map(({ payload }) => payload)
const post = (payload: string) =>
  outbox.post<string>('notes', 'ada', (unsent, make) => [...unsent, make(payload)])

/** Locks everybody else out of the database, as another tab may, until the returned function is called. */
async function hold(): Promise<() => void> {
  let isHeld = true
  await records('readwrite', async (store) => {
    const goOn = () => {
      if (isHeld) store.get('anything').onsuccess = goOn
    }
    goOn()
  })
  const letGo = () => {
    isHeld = false
  }
  onTestFinished(letGo)
  return letGo
}

/** Lets the time pass that work on the database may take, until the check passes. */
const inTime = (check: () => void) =>
  eventually(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    check()
  })

/** The same in so many steps that the database can answer between them. */
const slowly = (check: () => unknown) =>
  eventually(async () => {
    await vi.advanceTimersByTimeAsync(500)
    await check()
  })

/** Posts one while the database does not answer. */
async function postInVain(payload: string) {
  const posting = post(payload)
  await inTime(() => expect(inWebStorage()).toContain(payload))
  await posting
}

/** Ends a page that has so many writes under way, and starts the next one; returns what is sent until nothing waits anywhere. */
async function sentByTheNext(letGo: () => void, { writes }: { writes: number }) {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (let write = 0; write < writes; write += 1) put.mockImplementationOnce(silent)
  letGo()
  vi.resetModules()
  const { outbox: started } = await import('#src/offline/outbox.ts')
  started.handle<string>('notes', notes)
  started.start(new QueryClient(), () => 'ada')
  await slowly(async () =>
    expect([started.all(), await inDatabase(), inWebStorage()]).toEqual([[], '[]', '']),
  )
  vi.restoreAllMocks()
  return [...sent]
}

/** From now on the database answers, and takes the time that it takes. */
function answers(letGo: () => void) {
  letGo()
  vi.useRealTimers()
  network.set('offline')
  network.set('online')
}

outbox.start(new QueryClient(), () => 'ada')
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await outbox.wipe()
  sent.length = 0
  network.set('offline')
})
afterEach(() => vi.useRealTimers())

it('a change that could not be written in time stands in one place, or it would be made twice', async () => {
  // Its own connection stands, and nothing waits there: it is not asked again before the test is over.
  await outbox.flush()
  const letGo = await hold()
  await postInVain('one')
  letGo()
  expect(await inDatabase()).not.toContain('one')
})

it('a change is not lost with a page that is left before the database has answered, nor made twice where it has', async () => {
  const letGo = await hold()
  const posting = post('one')
  window.dispatchEvent(new Event('pagehide'))
  expect(inWebStorage()).toContain('one')
  answers(letGo)
  await posting
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['one'])
  expect([JSON.parse(await inDatabase()), inWebStorage()]).toEqual([[], ''])
})

it('nor is made twice what it was merged with, which the database still has', async () => {
  await post('one')
  const letGo = await hold()
  for (const payload of ['two', 'three'])
    void outbox.post<string>('notes', 'ada', (unsent, make) => [
      make([...unsent.map((before) => before.payload), payload].join(' and ')),
    ])
  expect(waiting()).toEqual(['one and two and three'])
  window.dispatchEvent(new Event('pagehide'))
  expect(await sentByTheNext(letGo, { writes: 2 })).toEqual(['one', 'two', 'three'])
})

it('nor with one that was put aside on a phone, which another goes on after', async () => {
  const letGo = await hold()
  void post('one')
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  vi.restoreAllMocks()
  expect(inWebStorage()).toContain('one')
  expect(await sentByTheNext(letGo, { writes: 1 })).toEqual(['one'])
})

it('changes are sent in the order in which they were made, and all stay on view, however long one took to store', async () => {
  await post('before')
  const letGo = await hold()
  await postInVain('one')
  expect(waiting()).toEqual(['before', 'one'])
  await post('two')
  expect(waiting()).toEqual(['before', 'one', 'two'])

  network.set('online')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent, 'while it cannot be read what was made before').toEqual([])
  answers(letGo)
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['before', 'one', 'two'])
  await eventually(async () => expect([JSON.parse(await inDatabase()), inWebStorage()]).toEqual([[], '']))
})

it('one that is done neither comes back nor holds others up, however long it takes to be taken off the list', async () => {
  let letGo = () => {}
  whenSent = async () => void (letGo = await hold())
  await post('one')
  network.set('online')
  await eventually(() => expect(sent).toEqual(['one']))
  await inTime(() => expect(inWebStorage()).toBe('[]'))
  whenSent = async () => {}
  expect([sent, waiting()]).toEqual([['one'], []])
  await post('two')
  await inTime(() => expect(sent).toEqual(['one', 'two']))
  letGo()
  await slowly(() => expect(inWebStorage()).toBe(''))
  await slowly(async () => expect(await inDatabase()).toBe('[]'))
  expect(waiting()).toEqual([])
  expect(sent).toEqual(['one', 'two'])
})

/** One is done, and cannot be taken off the list that the database holds; another waits elsewhere, without a network. */
async function doneUnheard() {
  let letGo = () => {}
  whenSent = async () => void (letGo = await hold())
  await post('one')
  network.set('online')
  await eventually(() => expect(sent).toEqual(['one']))
  await inTime(() => expect(inWebStorage()).toBe('[]'))
  whenSent = async () => {}
  network.set('offline')
  await post('two')
  return letGo
}

it('nor where the database falls silent again once it has what waited elsewhere', async () => {
  const letGo = await doneUnheard()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    vi.restoreAllMocks()
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(silent)
    return this.put(...given)
  })
  letGo()
  await slowly(() => expect(inWebStorage()).toBe(''))
  await post('three')
  expect(waiting()).toEqual(['two', 'three'])
  vi.restoreAllMocks()
})

it('nor once the database answers', async () => {
  const letGo = await doneUnheard()
  letGo()
  await slowly(() => expect(inWebStorage()).toBe(''))
  network.set('online')
  await slowly(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['one', 'two'])
})

it('nor where the database has no room left by the time it answers', async () => {
  const letGo = await doneUnheard()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
  letGo()
  await slowly(async () => expect(await inDatabase()).toBe('[]'))
  network.set('online')
  await inTime(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['one', 'two'])
  vi.restoreAllMocks()
})

it('none is sent before it is stored that it may have been: a further tap would change what is on its way', async () => {
  await post('one')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(silent)
  let stored = ''
  whenSent = async () => void (stored = await inDatabase())
  network.set('online')
  await slowly(() => expect(waiting()).toEqual([]))
  whenSent = async () => {}
  expect(sent).toEqual(['one'])
  expect(JSON.parse(stored)).toMatchObject([{ attemptedAt: expect.any(Number) }])
  vi.restoreAllMocks()
})

it('a change that could not be stored in time is sent all the same where nothing waits before it', async () => {
  const letGo = await hold()
  await postInVain('one')
  network.set('online')
  await inTime(() => expect(sent).toEqual(['one']))
  letGo()
})

it('what waits in a database that was slow when a page started is on view and sent there once it answers', async () => {
  await post('before')
  const letGo = await hold()
  vi.resetModules()
  const { outbox: started } = await import('#src/offline/outbox.ts')
  const { network: itsNetwork } = await import('#src/offline/network.ts')
  itsNetwork.set('offline')
  started.handle<string>('notes', notes)
  started.start(new QueryClient(), () => 'ada')
  const posting = started.post<string>('notes', 'ada', (unsent, make) => [...unsent, make('after')])
  await inTime(() => expect(inWebStorage()).toContain('after'))
  await posting
  letGo()
  const onView = () => started.all().map(({ payload }) => payload)
  await inTime(() => expect(onView()).toEqual(['before', 'after']))
  itsNetwork.set('online')
  await inTime(() => expect(onView()).toEqual([]))
  expect(sent).toEqual(['before', 'after'])
})
