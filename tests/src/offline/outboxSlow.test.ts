// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, get } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { eventually } from '#tests/support/eventually.ts'

const records = createStore('damson-outbox', 'intents')
const inDatabase = async () => JSON.stringify((await get<unknown>('intents', records)) ?? [])
const inWebStorage = () => localStorage.getItem('damson-outbox') ?? ''

outbox.handle<string>('notes', {
  schema: v.string(),
  send: () => Promise.reject(new Error('Without a network nothing is sent')),
  settle: () => undefined,
  drained: () => undefined,
})
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
  return () => {
    isHeld = false
  }
}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  network.set('offline')
  outbox.start(new QueryClient(), () => 'ada')
})
afterEach(() => vi.useRealTimers())

it('a change that could not be written in time stands in one place, or it would be made twice', async () => {
  await post('before')
  const letGo = await hold()
  const posting = post('one')
  await eventually(async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    expect(inWebStorage()).toContain('one')
  })
  await posting
  letGo()
  expect(await inDatabase()).not.toContain('one')
})
