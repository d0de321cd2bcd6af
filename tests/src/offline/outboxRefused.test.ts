// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { useToasterStore } from 'react-hot-toast/headless'
import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { savedTexts } from '#contract/savedTexts.ts'
import { type Answer, unanswered } from '#src/lib/answer.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import type { Intent } from '#src/offline/intent.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { eventually } from '#tests/support/eventually.ts'

// As with site data blocked: Firefox then has no channels, and Chromium no locks.
vi.hoisted(() => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure', 'SecurityError')
      }
    },
  )
  const request = () =>
    Promise.reject(new DOMException('Access to the LockManager is denied', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { value: { request } })
})

const good: Answer<unknown> = { body: {}, status: 200, error: null }
const sent: string[] = []
let answer: Answer<unknown> = good
let whenSettled: (() => void) | undefined

outbox.handle<string>('notes', {
  schema: v.string(),
  send: ({ payload }: Intent<string>) => {
    sent.push(payload)
    return Promise.resolve(answer)
  },
  settle: () => whenSettled?.(),
  isReading: () => false,
  readAgain: () => undefined,
})
outbox.start(new QueryClient(), () => 'ada')

const post = (payload: string) =>
  outbox.post<string>('notes', 'ada', (unsent, make) => [...unsent, make(payload)])
const waiting = () => outbox.all().map(({ payload }) => payload)

// jsdom has no IndexedDB, like a browser that refuses it.
it('without IndexedDB changes wait in localStorage', async () => {
  network.set('offline')
  await post('one')
  expect(localStorage.getItem('damson-outbox')).toContain('one')
  network.set('online')
  await eventually(() => expect(sent).toEqual(['one']))
  await eventually(() => expect(localStorage.getItem('damson-outbox')).toBe('[]'))
})

it('what cannot be read is put aside beside what was put aside before', async () => {
  const aside = (): unknown[] => JSON.parse(localStorage.getItem('damson-outbox-unreadable') ?? '[]')
  for (const rubbish of ['"once"', '"again"', 'not JSON']) {
    localStorage.setItem('damson-outbox', rubbish)
    window.dispatchEvent(new Event('online'))
    await eventually(() => expect(aside().at(-1)).toBe(rubbish.replaceAll('"', '')))
    // Once, however often what waits is read.
    await outbox.flush()
  }
  expect(aside()).toEqual(['once', 'again', 'not JSON'])
  expect(localStorage.getItem('damson-outbox')).toBe('[]')
  localStorage.clear()
})

it('those of whom is expected back stay there, whoever is forgotten', async () => {
  network.set('offline')
  await post('theirs')
  expectedBack.add('ada')
  await outbox.wipe()
  expect(localStorage.getItem('damson-outbox')).toContain('theirs')
  expectedBack.remove('ada')
  await outbox.wipe()
  expect(localStorage.getItem('damson-outbox')).toBeNull()
  network.set('online')
})

it('one that is made in the moment in which the last is done is sent, too', async () => {
  for (let moment = 0; moment < 60; moment += 1) {
    sent.length = 0
    whenSettled = () => {
      whenSettled = undefined
      let passed = Promise.resolve()
      for (let turn = 0; turn < moment; turn += 1) passed = passed.then(() => undefined)
      void passed.then(() => post('next'))
    }
    await post('last')
    await eventually(() => expect(sent, `${moment}`).toEqual(['last', 'next']))
    await eventually(() => expect(waiting()).toEqual([]))
  }
})

it('where nothing is kept at all they are made online, and offline taken back where everybody sees it', async () => {
  const refuse = () => {
    throw new DOMException('Not here', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const said = () => renderHook(() => useToasterStore()).result.current.toasts.map(({ message }) => message)
  sent.length = 0
  const notKept = () => said().filter((message) => message === savedTexts.notKept).length

  await post('two')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['two'])
  expect(said()).not.toContain(savedTexts.notKept)

  network.set('offline')
  await post('three')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['two'])
  await eventually(() => expect(notKept()).toBe(1))

  network.set('online')
  answer = unanswered()
  await post('four')
  await eventually(() => expect(waiting()).toEqual([]))
  expect(sent).toEqual(['two', 'four'])
  await eventually(() => expect(notKept()).toBe(2))
})
