// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, unanswered } from '#src/lib/answer.ts'
import { AppError } from '#src/lib/AppError.ts'
import { type Intent, outbox } from '#src/offline/outbox.ts'

// There is no IndexedDB here, as in a browser that refuses it: the tab's memory must do.
const good: Answer<unknown> = { body: {}, status: 200, error: null }
const refused: Answer<unknown> = { body: null, status: 400, error: new AppError('invalid_input', 'No', 400) }

let customer: string | null = 'ada'
let answers: Answer<unknown>[] = []
const sent: { key: string; payload: string }[] = []
const settled: [string, number][] = []

outbox.handle<string>('notes', {
  send: ({ key, payload }) => {
    sent.push({ key, payload })
    return Promise.resolve(answers.shift() ?? good)
  },
  settle: ({ payload }, { status }) => void settled.push([payload, status]),
  drained: () => undefined,
})
outbox.start(new QueryClient(), () => customer)

const post = (payload: string, who = 'ada') =>
  outbox.post<string>('notes', who, (unsent, make) => [...unsent, make(payload)])
/** The network is back. */
const reconnect = async (until: () => void) => {
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(until)
}

beforeEach(() => {
  customer = 'ada'
  answers = []
  sent.length = 0
  settled.length = 0
})
afterEach(() => outbox.wipe())

describe('changes wait in the outbox until the server has heard of each once', () => {
  it('they are sent in the order in which they were made', async () => {
    for (const note of ['one', 'two', 'three']) await post(note)
    expect(sent.map(({ payload }) => payload)).toEqual(['one', 'two', 'three'])
    expect(outbox.all()).toEqual([])
  })

  it('one whose answer was lost stays, holds back those after it, and goes again with the same key', async () => {
    answers = [unanswered(), unanswered()]
    await post('one')
    await post('two')
    expect(sent.map(({ payload }) => payload)).toEqual(['one', 'one'])
    await reconnect(() => expect(settled).toHaveLength(2))
    expect(sent.map(({ payload }) => payload)).toEqual(['one', 'one', 'one', 'two'])
    expect(new Set(sent.slice(0, 3).map(({ key }) => key)).size).toBe(1)
  })

  it('one that is refused is told of and does not block those after it', async () => {
    answers = [refused]
    await post('one')
    await post('two')
    expect(settled).toEqual([
      ['one', 400],
      ['two', 200],
    ])
  })

  it('one that may have reached the server is not changed any more by what comes later', async () => {
    answers = [unanswered()]
    await post('one')
    let seen: readonly Intent<string>[] = []
    answers = [unanswered()]
    await outbox.post<string>('notes', 'ada', (unsent, make) => {
      seen = unsent
      return [make('two')]
    })
    expect(seen).toEqual([])
    expect(outbox.all().map(({ payload }) => payload)).toEqual(['one', 'two'])
  })

  it('they are never sent for another customer', async () => {
    answers = [unanswered()]
    await post('one')
    customer = 'grace'
    await post('hers', 'grace')
    expect(sent.map(({ payload }) => payload)).toEqual(['one', 'hers'])
    expect(outbox.all().map(({ customer: whose }) => whose)).toEqual(['ada'])
  })
})
