// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { createStore, set } from 'idb-keyval'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { follow } from '#src/offline/follow.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { eventually } from '#tests/support/eventually.ts'

it('what a customer has is shown with the changes that wait, and never first without them: the page would jump', async () => {
  const waits = { key: 'a', customer: 'ada', feature: 'notes', payload: 'one', madeAt: 0, notBefore: 0 }
  await set(
    'intents',
    [{ ...waits, attemptedAt: null, refusals: 0 }],
    createStore('damson-outbox', 'intents'),
  )
  network.set('offline')
  outbox.handle<string>('notes', {
    schema: v.string(),
    send: () => Promise.reject(new Error('There is no network')),
    settle: () => undefined,
    isReading: () => false,
    readAgain: () => undefined,
  })
  const seen: unknown[] = []
  const stop = follow<string, string>(
    { getCurrentResult: () => ({ data: 'kept', error: null }), subscribe: () => () => undefined },
    { feature: 'notes', customer: 'ada' },
    { show: ({ data, waiting }) => void (data && seen.push(waiting)), clear: () => undefined },
  )
  outbox.start(new QueryClient(), () => 'ada')
  await eventually(() => expect(seen.at(-1)).toEqual(['one']))
  expect(seen).not.toContainEqual([])
  stop()
})
