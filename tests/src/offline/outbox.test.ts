// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createStore, entries, get, set } from 'idb-keyval'
import { useToasterStore } from 'react-hot-toast/headless'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { savedTexts } from '#contract/savedTexts.ts'
import { type Answer, unanswered } from '#src/lib/answer.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { AppError } from '#src/lib/AppError.ts'
import type { Intent } from '#src/offline/intent.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { eventually } from '#tests/support/eventually.ts'

const good: Answer<unknown> = { body: {}, status: 200, error: null }
const saying = (code: AppError['code'], status: number, message = 'No'): Answer<unknown> => ({
  body: null,
  status,
  error: new AppError(code, message, status),
})
const refused = saying('invalid_input', 400)
const failed = saying('internal', 500, 'Something Went Wrong!')
const atWork = saying('idempotency_in_progress', 409)

let customer: string | null = 'ada'
/** The answers to the next calls, and the one to all those after them. */
let answers: Answer<unknown>[] = []
let otherwise: Answer<unknown> = good
/** Happens during a call. */
let meanwhile = () => {}
const sent: { key: string; payload: string }[] = []
const settled: [string, number][] = []
let drained = 0

const notes = {
  schema: v.string(),
  send: ({ key, payload }: Intent<string>) => {
    sent.push({ key, payload })
    meanwhile()
    return Promise.resolve(answers.shift() ?? otherwise)
  },
  settle: ({ payload }: Intent<string>, { status }: Answer<unknown>) => void settled.push([payload, status]),
  isReading: () => false,
  readAgain: () => void (drained += 1),
}
outbox.handle<string>('notes', notes)
outbox.start(new QueryClient(), () => customer)

/** Another tab of the same browser: the same storage, a memory of its own. */
async function anotherTab() {
  vi.resetModules()
  const { outbox: other } = await import('#src/offline/outbox.ts')
  other.handle<string>('notes', notes)
  return other
}
const postIn = (tab: typeof outbox, payload: string, who = 'ada') =>
  tab.post<string>('notes', who, (unsent, make) => [...unsent, make(payload)])
const post = (payload: string, who?: string) => postIn(outbox, payload, who)
const payloads = () => sent.map(({ payload }) => payload)
const waitingPayloads = () => outbox.all().map(({ payload }) => payload)
const records = createStore('damson-outbox', 'intents')
const stored = async () => ((await get<Intent[]>('intents', records)) ?? []).map(({ payload }) => payload)
const done = () => eventually(() => expect(outbox.all()).toEqual([]))
/** What is done of itself, while no timer runs out. */
async function untilDone() {
  for (let turn = 0; turn < 1_000 && outbox.all().length > 0; turn += 1) await new Promise(setImmediate)
}
const said = () => renderHook(() => useToasterStore()).result.current.toasts.map(({ message }) => message)

/** As it is stored. */
const intent = (key: string, payload: unknown) => ({
  key,
  customer: 'ada',
  feature: 'notes',
  payload,
  madeAt: 0,
  notBefore: 0,
  attemptedAt: null,
  refusals: 0,
})
const asideRecords = async () =>
  (await entries<string, unknown>(records)).filter(([key]) => key !== 'intents').map(([, value]) => value)

beforeEach(() => {
  customer = 'ada'
  answers = []
  otherwise = good
  meanwhile = () => {}
  sent.length = 0
  settled.length = 0
  drained = 0
})
afterEach(async () => {
  // Whatever is in progress finishes here, and not in the next test.
  network.set('offline')
  await outbox.flush()
  await outbox.wipe()
  network.set('online')
  sessionStorage.clear()
})

describe('changes wait in the outbox until the server has heard of each once', () => {
  it('they are sent in the order in which they were made', async () => {
    for (const note of ['one', 'two', 'three']) await post(note)
    await done()
    expect(payloads()).toEqual(['one', 'two', 'three'])
    expect(await stored()).toEqual([])
    expect(drained).toBeGreaterThan(0)
  })

  it('they are kept before anything is sent, and on view before they are kept', async () => {
    network.set('offline')
    const posting = post('one')
    expect(waitingPayloads()).toEqual(['one'])
    await posting
    expect(await stored()).toEqual(['one'])
    expect(sent).toEqual([])
    await eventually(() => expect(said()).toContain(savedTexts.waitsForNetwork))
    network.set('online')
    await done()
    expect(payloads()).toEqual(['one'])
  })

  it('one that a further tap may change is not sent before its time, unless all is to be sent now', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const later = (payload: string, delay: number) =>
        outbox.post<string>('notes', 'ada', (unsent, make) => [...unsent, make(payload, delay)])
      await later('one', 3_000)
      await untilDone()
      await vi.advanceTimersByTimeAsync(2_999)
      await untilDone()
      expect(payloads()).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      await untilDone()
      expect(payloads()).toEqual(['one'])
      await later('two', 3_600_000)
      await outbox.flush()
      expect(payloads()).toEqual(['one', 'two'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('they are sent at once when the browser says that the network is back, however long none was heard', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      otherwise = unanswered()
      await post('one')
      for (let times = 0; times < 6; times += 1) await outbox.flush()
      otherwise = good
      window.dispatchEvent(new Event('online'))
      await untilDone()
      expect(waitingPayloads()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('once one was answered, the next is sent again as soon as the first was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      otherwise = unanswered()
      await post('one')
      for (let times = 0; times < 6; times += 1) await outbox.flush()
      answers = [good]
      await post('two')
      await outbox.flush()
      // Sent once or twice by now, and after two or five seconds again.
      otherwise = good
      await vi.advanceTimersByTimeAsync(5_000)
      await untilDone()
      expect(waitingPayloads()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it.each<[string, Answer<unknown>, number]>([
    ['nobody answers', unanswered(), 7],
    ['our own server fails', failed, 3],
    ['our own server is at work on them', atWork, 5],
  ])(
    'where %s they are sent again by themselves, after longer and longer pauses',
    async (_what, answer, times) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        // It was answered last, and nothing is under way.
        await post('before')
        await outbox.flush()
        sent.length = 0
        otherwise = answer
        await post('one')
        await untilDone()
        const counts = [sent.length]
        for (const pause of [2_000, 5_000, 10_000, 20_000, 30_000, 30_000].slice(0, times - 1))
          for (const part of [pause - 1, 1]) {
            await vi.advanceTimersByTimeAsync(part)
            await untilDone()
            counts.push(sent.length)
          }
        expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7].slice(0, 2 * times - 1))
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it('where there is no room left, what can be read again makes room for one', async () => {
    const saved = createStore('damson-saved', 'records')
    await set('a list', 'of pieces', saved)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw Object.assign(new Error('No room'), { name: 'QuotaExceededError' })
    })
    network.set('offline')
    await post('one')
    vi.restoreAllMocks()
    expect([await stored(), localStorage.getItem('damson-outbox')]).toEqual([['one'], null])
    expect(await entries(saved)).toEqual([])
  })

  it('one whose connection to what is kept is lost just as it is written is kept once', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...given
    ) {
      vi.restoreAllMocks()
      const { transaction } = this
      // As on iOS: it is done, and nobody hears of it.
      transaction.addEventListener('complete', () => transaction.onabort?.(new Event('abort')))
      return this.put(...given)
    })
    network.set('offline')
    await post('one')
    expect([await stored(), waitingPayloads()]).toEqual([['one'], ['one']])
  })

  it('one whose answer was lost stays, holds back those after it, and goes again with the same key', async () => {
    otherwise = unanswered()
    await post('one')
    await eventually(() => expect(sent).not.toEqual([]))
    const before = sent.length
    await post('two')
    await eventually(() => expect(sent.length).toBeGreaterThan(before))
    expect(new Set(payloads())).toEqual(new Set(['one']))
    otherwise = good
    await outbox.flush()
    expect(payloads().slice(-2)).toEqual(['one', 'two'])
    expect(new Set(sent.slice(0, -1).map(({ key }) => key)).size).toBe(1)
    expect(settled).toEqual([
      ['one', 200],
      ['two', 200],
    ])
  })

  it('one whose customer’s session ended while it was sent is not given up: it goes when they are back', async () => {
    meanwhile = () => {
      customer = null
    }
    otherwise = refused
    await post('one')
    await eventually(() => expect(payloads()).toEqual(['one']))
    await outbox.flush()
    expect([settled, await stored()]).toEqual([[], ['one']])
    meanwhile = () => {}
    otherwise = good
    customer = 'ada'
    await outbox.flush()
    expect([payloads(), settled]).toEqual([['one', 'one'], [['one', 200]]])
  })

  it.each<[string, Answer<unknown>]>([
    ['a captive portal’s page', saying('invalid_response', 200)],
    ['a proxy’s page', saying('server_unreachable', 502)],
    ['a page of nobody we know', saying('internal', 404, 'Something Went Wrong!')],
    ['a server that has too much to do', saying('unavailable', 503)],
    ['a limit', saying('too_many_requests', 429)],
    ['a token that could not be renewed', saying('unauthenticated', 401)],
  ])('%s is no answer to a change', async (_what, answer) => {
    otherwise = answer
    await post('one')
    for (let times = 0; times < 6; times += 1) await outbox.flush()
    expect(waitingPayloads()).toEqual(['one'])
    expect(settled).toEqual([])
  })

  it.each([
    ['', refused],
    [' for a reason that only a later version knows', saying('internal', 400, 'Not on a Sunday')],
  ])('one that is refused%s is told of and does not block those after it', async (_why, answer) => {
    answers = [answer]
    await post('one')
    await post('two')
    await done()
    expect(settled).toEqual([
      ['one', 400],
      ['two', 200],
    ])
  })

  it.each<[string, string, Answer<unknown>, string[]]>([
    // By then the word that it was done is still on the page.
    ['fails at it', 'three', failed, ['one', 'one', 'one']],
    ['is for ever at work on it', 'five', atWork, ['one', 'one', 'one', 'one', 'one']],
  ])(
    'one is given up when our own server %s %s times, and does not block those after it',
    async (_what, _times, answer, attempts) => {
      answers = attempts.map(() => answer)
      await post('one')
      await post('two')
      for (let times = 0; times < attempts.length; times += 1) await outbox.flush()
      await done()
      expect(payloads()).toEqual([...attempts, 'two'])
      expect(settled).toEqual([
        ['one', answer.status],
        ['two', 200],
      ])
    },
  )

  it('one that may have reached the server is not changed any more by what comes later', async () => {
    otherwise = unanswered()
    await post('one')
    await eventually(() => expect(sent).not.toEqual([]))
    let seen: string[][] = []
    await outbox.post<string>('notes', 'ada', (unsent, make, attempted) => {
      seen = [unsent, attempted].map((list) => list.map(({ payload }) => payload))
      return [make('two')]
    })
    expect(seen).toEqual([[], ['one']])
    expect(waitingPayloads()).toEqual(['one', 'two'])
  })

  it('one that is collapsed into another just as it is about to be sent is not sent beside it', async () => {
    const sum = (amount: string) =>
      outbox.post<string>('notes', 'ada', (unsent, make) => [
        make([...unsent.map(({ payload }) => payload), amount].join('+')),
      ])
    network.set('offline')
    await sum('one')
    network.set('online')
    // The list is being read while it still contains only the first.
    await sum('two')
    await done()
    expect(payloads()).toEqual(['one+two'])
  })

  it('one that is made while another is being taken off the list stays on view, and finds nothing under way', async () => {
    const seen: string[] = []
    const underWay: unknown[] = []
    const postBeside = () =>
      outbox.post<string>('notes', 'ada', (unsent, make, attempted) => {
        underWay.push(...attempted)
        return [...unsent, make('two')]
      })
    let posting: Promise<void> | undefined
    const stop = outbox.subscribe(() => {
      const now = waitingPayloads().join()
      if (now !== (seen.at(-1) ?? '')) seen.push(now)
      // Settled, and still on the stored list.
      if (seen.at(-1) === '') posting ??= Promise.resolve().then(postBeside)
    })
    await post('one')
    await eventually(() => expect(payloads()).toContain('two'))
    await posting
    await done()
    stop()
    expect(seen).toEqual(['one', '', 'two', ''])
    expect(underWay).toEqual([])
  })

  it('what the server has is read anew in the moment in which the last is settled, for a reading under way is older', async () => {
    let wasWaiting = false
    let atOnce: Promise<number> | undefined
    const stop = outbox.subscribe(() => {
      if (wasWaiting && outbox.all().length === 0) atOnce ??= Promise.resolve().then(() => drained)
      wasWaiting = outbox.all().length > 0
    })
    await post('one')
    await done()
    stop()
    expect(await atOnce).toBe(1)
  })

  it('and also while one of another kind waits for its time', async () => {
    outbox.handle<string>('parcels', { ...notes, readAgain: () => undefined })
    network.set('offline')
    await post('one')
    await outbox.post<string>('parcels', 'ada', (unsent, make) => [...unsent, make('two', 3_600_000)])
    network.set('online')
    await eventually(() => expect(drained).toBe(1))
    expect(waitingPayloads()).toEqual(['two'])
  })

  it('they are never sent for another customer, nor made by one who is not here', async () => {
    otherwise = unanswered()
    await post('one')
    await eventually(() => expect(sent).not.toEqual([]))
    customer = 'grace'
    otherwise = good
    await post('hers', 'grace')
    await eventually(() => expect(payloads().at(-1)).toBe('hers'))
    // Of hers nothing waits any more.
    await eventually(() => expect(drained).toBe(1))
    await post('too late', 'ada')
    await eventually(() => expect(outbox.all().map(({ customer: whose }) => whose)).toEqual(['ada']))
  })

  it('those of one customer can be forgotten without those of who came after', async () => {
    network.set('offline')
    await post('one')
    customer = 'grace'
    await post('hers', 'grace')
    await outbox.wipe('ada')
    expect(waitingPayloads()).toEqual(['hers'])
    expect(await stored()).toEqual(['hers'])
  })

  it('one that is still being kept is forgotten with the rest', async () => {
    network.set('offline')
    const posting = post('one')
    const wiping = outbox.wipe('ada')
    expect(waitingPayloads()).toEqual([])
    await Promise.all([posting, wiping])
    expect([waitingPayloads(), await stored()]).toEqual([[], []])
  })

  it('those of all who are expected back stay, whoever is forgotten', async () => {
    network.set('offline')
    await post('one')
    expectedBack.add('ada')
    customer = 'grace'
    await post('hers', 'grace')
    expectedBack.add('grace')
    await outbox.wipe('grace')
    const left = [await stored(), waitingPayloads()]
    expectedBack.remove('ada')
    await outbox.wipe('ada')
    expect([left, await stored()]).toEqual([
      [
        ['one', 'hers'],
        ['one', 'hers'],
      ],
      ['hers'],
    ])
    expectedBack.remove('grace')
  })

  it('of each kind the last one is known, whatever of another kind was made since', async () => {
    network.set('offline')
    outbox.handle<string>('letters', notes)
    await post('one')
    await post('two')
    await outbox.post<string>('letters', 'ada', (unsent, make) => [...unsent, make('a letter')])
    expect(outbox.all().map((made) => [made.payload, outbox.isLast(made)])).toEqual([
      ['one', false],
      ['two', true],
      ['a letter', true],
    ])
  })

  it('a clock that was set back does not hold them', async () => {
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 })
    network.set('offline')
    await post('one')
    vi.useRealTimers()
    network.set('online')
    await eventually(() => expect(payloads()).toEqual(['one']))
  })
})

it('what is remembered of a change while it is sent goes with it the next time, and to what comes of it', async () => {
  const seen: string[] = []
  const storedMeanwhile: string[] = []
  outbox.handle<string>('calls', {
    ...notes,
    send: async ({ payload }, _queryClient, remember) => {
      seen.push(payload)
      await remember(`${payload}, dialled`)
      storedMeanwhile.push(...(await stored()).map(String))
      return answers.shift() ?? good
    },
  })
  answers = [failed]
  await outbox.post<string>('calls', 'ada', (unsent, make) => [...unsent, make('Ada')])
  await eventually(async () => expect(await stored()).toEqual(['Ada, dialled']))
  await eventually(() => expect(outbox.all()[0]?.refusals).toBe(1))
  await outbox.flush()
  expect(seen).toEqual(['Ada', 'Ada, dialled'])
  // Before anybody answers: the shop may be closed meanwhile.
  expect(storedMeanwhile).toEqual(['Ada, dialled', 'Ada, dialled, dialled'])
  expect(settled).toEqual([['Ada, dialled, dialled', 200]])
})

describe('what a tab without IndexedDB has left in localStorage is taken over', () => {
  it('what cannot be read is put aside, and the rest is sent', async () => {
    localStorage.setItem('damson-outbox', JSON.stringify([{ old: true }, intent('k', 'one')]))
    await outbox.flush()
    expect(await asideRecords()).toEqual([{ old: true }])
    expect(payloads()).toEqual(['one'])
    expect(localStorage.getItem('damson-outbox')).toBeNull()
  })

  it('what it adds meanwhile stays for the next time', async () => {
    network.set('offline')
    const added = JSON.stringify([intent('k', 'one'), intent('l', 'two')])
    localStorage.setItem('damson-outbox', JSON.stringify([intent('k', 'one')]))
    const taking = outbox.flush()
    localStorage.setItem('damson-outbox', added)
    await taking
    await outbox.flush()
    expect(await stored()).toEqual(['one', 'two'])
    expect(localStorage.getItem('damson-outbox')).toBeNull()
  })
})

describe('tabs of one browser share the outbox', () => {
  it('what several add at once is all there, in one list', async () => {
    network.set('offline')
    const other = await anotherTab()
    const added = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(added.map((note, index) => (index % 2 ? post(note) : postIn(other, note))))
    expect(new Set(await stored())).toEqual(new Set(added))
    expect(await stored()).toHaveLength(added.length)
  })

  it('what one collapses, another had added', async () => {
    network.set('offline')
    const other = await anotherTab()
    await postIn(other, 'one')
    await outbox.post<string>('notes', 'ada', (unsent, make) => [
      make([...unsent.map(({ payload }) => payload), 'two'].join(' and ')),
    ])
    expect(await stored()).toEqual(['one and two'])
  })

  it('what one forgets, others hear of', async () => {
    network.set('offline')
    await post('one')
    const other = new BroadcastChannel('damson-outbox')
    const told = new Promise<MessageEvent>((resolve) => other.addEventListener('message', resolve))
    await outbox.wipe()
    expect((await told).data).toBe('changed')
    other.close()
  })

  it('what one sends, others hear of: that it waits, is on its way, and is done', async () => {
    const other = new BroadcastChannel('damson-outbox')
    const told = vi.fn<(event: MessageEvent) => void>()
    other.addEventListener('message', told)
    await post('one')
    await done()
    await eventually(() => expect(told).toHaveBeenCalledTimes(3))
    other.close()
  })

  it('what one added while another was in the back/forward cache, where nothing is heard, that one shows as soon as it is back, and sends when it has its turn', async () => {
    const turn = Promise.withResolvers<void>()
    const locks: Pick<LockManager, 'request'> = {
      request: async (name: string, ...rest: unknown[]) => {
        if (name === 'damson-outbox') await turn.promise
        return (rest.at(-1) as LockGrantedCallback<unknown>)(null)
      },
    }
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks })
    try {
      await set('intents', [intent('k', 'one')], records)
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      await eventually(() => expect(waitingPayloads()).toEqual(['one']))
      expect(payloads()).toEqual([])
    } finally {
      Reflect.deleteProperty(navigator, 'locks')
      turn.resolve()
    }
    await done()
    expect(payloads()).toEqual(['one'])
  })

  it('what one added is sent by another that starts later', async () => {
    network.set('offline')
    await post('one')
    const other = await anotherTab()
    other.start(new QueryClient(), () => customer)
    await eventually(() => expect(payloads()).toEqual(['one']))
    await done()
  })
})

describe('what another tab sends', () => {
  /** What this tab shows: what it took for done, and what waits. */
  const onView = () => [...settled.map(([payload]) => payload), ...waitingPayloads()]

  /** Another tab that sends letters, each when told to; `read` counts how often this one has refetched. */
  async function senderOfLetters() {
    const answers = [Promise.withResolvers<Answer<unknown>>(), Promise.withResolvers<Answer<unknown>>()]
    let read = 0
    let calls = 0
    network.set('offline')
    outbox.handle<string>('letters', { ...notes, readAgain: () => void (read += 1) })
    const other = await anotherTab()
    const send = () => answers[calls++]?.promise ?? Promise.resolve(good)
    other.handle<string>('letters', { ...notes, send, settle: () => undefined, readAgain: () => undefined })
    other.start(new QueryClient(), () => customer)
    const write = (letter: string) =>
      other.post<string>('letters', 'ada', (unsent, make) => [...unsent, make(letter)])
    const answer = (index: number) => answers[index]?.resolve(good)
    const isBegun = (letter: string) =>
      eventually(() =>
        expect(outbox.all().find(({ payload }) => payload === letter)?.attemptedAt).toEqual(
          expect.any(Number),
        ),
      )
    return { write, answer, isBegun, read: () => read }
  }

  it('stays on view, also while more is on its way, and what has become of it is read once all is sent', async () => {
    const { write, answer, isBegun, read } = await senderOfLetters()
    await write('one')
    await write('two')
    await isBegun('one')
    const seen: unknown[][] = []
    const stop = outbox.subscribe(() => seen.push(onView()))
    answer(0)
    await isBegun('two')
    expect(read()).toBe(0)
    answer(1)
    await eventually(() => expect(read()).toBeGreaterThan(0))
    stop()
    expect(await stored()).toEqual([])
    expect(waitingPayloads()).toEqual([])
    expect(new Set(seen.map(String))).toEqual(new Set(['one,two']))
    expect(sent).toEqual([])
  })

  it('stays on view also where this tab finds it gone before it is told', async () => {
    const { write, answer, isBegun, read } = await senderOfLetters()
    await write('one')
    await isBegun('one')
    answer(0)
    await eventually(async () => expect(await stored()).toEqual([]))
    await outbox.flush()
    expect(onView()).toEqual(['one'])
    await eventually(() => expect(read()).toBeGreaterThan(0))
  })

  it('and is forgotten with the rest where they forget everything', async () => {
    const { write, answer, isBegun } = await senderOfLetters()
    await write('one')
    await isBegun('one')
    await outbox.wipe('ada')
    expect(onView()).toEqual([])
    answer(0)
  })
})

it('a tab that fell asleep while it was sending is waited for no longer than its call may take', async () => {
  const asleep: Pick<LockManager, 'request'> = {
    request: (name: string, ...rest: unknown[]) => {
      const [work, options] = rest.toReversed() as [LockGrantedCallback<unknown>, LockOptions]
      if (name !== 'damson-outbox') return Promise.resolve(work(null))
      return new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      })
    },
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: asleep })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await post('one')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
  } finally {
    // Before the next test begins, which must not wait for it too.
    Reflect.deleteProperty(navigator, 'locks')
    vi.useRealTimers()
  }
  await done()
  expect(payloads()).toEqual(['one'])
})

describe('what is stored and cannot be read', () => {
  it.each<[string, unknown, unknown[], string[]]>([
    ['a number in place of the list', 7, [7], []],
    ['a word in place of the list', 'rubbish', ['rubbish'], []],
    ['an old shape among good ones', [{ old: true }, intent('k', 'one')], [{ old: true }], ['one']],
  ])('%s is put aside, which is told, and the rest is sent', async (_what, value, aside, rest) => {
    await set('intents', value, records)
    // Has it read as it is, and by this tab alone.
    network.set('offline')
    network.set('online')
    await eventually(async () => expect(await asideRecords()).not.toEqual([]))
    // Once, however often what waits is read.
    await outbox.flush()
    expect(await asideRecords()).toEqual(aside)
    expect(payloads()).toEqual(rest)
    expect(said()).toContain(savedTexts.unreadableChanges)
  })

  it('a change in a form that only another version knows waits for that one, holds nobody back and is told of once', async () => {
    const told = () => said().filter((message) => message === savedTexts.foreignChanges).length
    const before = told()
    const foreign = intent('x', 5)
    await set('intents', [foreign, intent('k', 'one')], records)
    await outbox.flush()
    expect(payloads()).toEqual(['one'])
    network.set('offline')
    await post('two')
    await outbox.flush()
    expect(waitingPayloads()).toEqual(['two'])
    expect(await get('intents', records)).toMatchObject([foreign, { payload: 'two' }])
    expect(await asideRecords()).toEqual([])
    expect(told() - before).toBe(1)

    network.set('online')
    const numbers = { ...notes, schema: v.pipe(v.number(), v.transform(String)) }
    outbox.handle<string>('notes', numbers)
    await outbox.flush()
    outbox.handle<string>('notes', notes)
    expect(payloads()).toContain('5')
  })

  it('a change that an earlier or a later version made waits as this one reads it, and as it was stored', async () => {
    const Ring = v.object({ name: v.string(), size: v.optional(v.nullable(v.string()), null) })
    outbox.handle<v.InferOutput<typeof Ring>>('rings', {
      schema: Ring,
      send: () => Promise.resolve(good),
      settle: () => undefined,
      isReading: () => false,
      readAgain: () => undefined,
    })
    network.set('offline')
    const made = [{ name: 'Signet' }, { name: 'Cameo', size: 'J', engraving: 'To Ada' }]
    const rings = made.map((payload, index) => ({ ...intent(`r${index}`, payload), feature: 'rings' }))
    await set('intents', rings, records)
    await outbox.flush()
    const pearl = { name: 'Pearl', size: null }
    await outbox.post<typeof pearl>('rings', 'ada', (unsent, make) => [...unsent, make(pearl)])
    expect(waitingPayloads()).toEqual([{ name: 'Signet', size: null }, { name: 'Cameo', size: 'J' }, pearl])
    expect(await stored()).toEqual([...made, pearl])
  })

  it('a change of a part that this version does not know stays, and holds nobody back', async () => {
    const foreign = { ...intent('f', 1), feature: 'gifts' }
    await set('intents', [foreign, intent('k', 'one')], records)
    await outbox.flush()
    expect(payloads()).toEqual(['one'])
    expect(await get('intents', records)).toEqual([foreign])
  })

  it('and all of it goes when the customer does', async () => {
    await set('intents', 'rubbish', records)
    await outbox.flush()
    await outbox.wipe()
    expect(await entries(records)).toEqual([])
  })
})
