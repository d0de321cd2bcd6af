// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { clear, entries, get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { clearOutbox, clearOverdue } from '#src/offline/clearOutbox.ts'
import { silent } from '#tests/support/databaseFaults.ts'
import { expired, longAgo, ofTheseWaits, waiting, whoseWaits } from '#tests/support/waiting.ts'

const hour = 60 * 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  localStorage.clear()
  await clear(waiting)
})

it('what is overdue takes nothing with it that could not be read: it may be somebody else’s', async () => {
  await set('intents', [{ ...longAgo, key: 'ada', customer: 'ada' }, 'rubbish'], waiting)
  await set('unreadable-1', 'rubbish', waiting)
  localStorage.setItem('damson-outbox-unreadable', 'rubbish')
  expired(['ada', 31])
  await clearOverdue()
  expect(await get('intents', waiting)).toEqual(['rubbish'])
  expect(await get('unreadable-1', waiting)).toBe('rubbish')
  expect(localStorage.getItem('damson-outbox-unreadable')).toBe('rubbish')
  expect(expectedBack.all()).toEqual([])
})

it('nor is anything left of it where nothing else waits', async () => {
  await ofTheseWaits('ada')
  expired(['ada', 31])
  await clearOverdue()
  expect(await entries(waiting)).toEqual([])
})

it('of whoever signs out nothing stays, read or not', async () => {
  await set('intents', [{ ...longAgo, key: 'ada', customer: 'ada' }, 'rubbish'], waiting)
  await set('unreadable-1', 'rubbish', waiting)
  localStorage.setItem('damson-outbox', '["rubbish"]')
  localStorage.setItem('damson-outbox-unreadable', 'rubbish')
  await clearOutbox()
  expect([await entries(waiting), Object.keys(localStorage)]).toEqual([[], []])
})

it('what waits for whose session expired stays, whatever cannot be read when a page starts', async () => {
  await ofTheseWaits('ada')
  for (const [days, tidied] of [
    [0, clearOutbox],
    [31, clearOverdue],
  ] as const) {
    expired(['ada', days])
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(silent)
    await tidied()
    vi.restoreAllMocks()
    expect([await whoseWaits(), expectedBack.all()]).toEqual([['ada'], ['ada']])
  }
})

it('for whom something waits elsewhere than in the database is expected back as well', async () => {
  localStorage.setItem('damson-outbox', JSON.stringify([{ ...longAgo, key: 'ada', customer: 'ada' }]))
  expired(['ada', 0])
  await clearOutbox()
  expect(expectedBack.all()).toEqual(['ada'])
  expect(localStorage.getItem('damson-outbox')).toContain('"ada"')
})

it('what waited for somebody whose session expired by a clock that was ahead goes a month after it was put right', async () => {
  await ofTheseWaits('ada')
  expired(['ada', -365])
  const left = () => clearOutbox().then(whoseWaits)
  expect(await left()).toEqual(['ada'])
  vi.setSystemTime(Date.now() + 30 * 24 * hour - 1_000)
  expect(await left()).toEqual(['ada'])
  vi.setSystemTime(Date.now() + 2_000)
  expect((await left()) ?? []).toEqual([])
  expect(expectedBack.all()).toEqual([])
})
