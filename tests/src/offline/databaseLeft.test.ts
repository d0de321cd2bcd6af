// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { promisifyRequest } from 'idb-keyval'
import { expect, it, vi } from 'vitest'
import { openDatabase } from '#src/offline/database.ts'

const leave = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

/** Adds one to the number in this database; the page is left between the two, the first time. */
async function countUp(name: string, isKept: boolean): Promise<[attempts: number, aborts: number]> {
  const attempt = vi.fn<() => void>()
  const aborted = vi.fn<() => void>()
  await openDatabase(name)((store) =>
    store('readwrite', async (records) => {
      attempt()
      records.transaction.addEventListener('abort', aborted)
      const count: unknown = await promisifyRequest(records.get('count'))
      if (attempt.mock.calls.length === 1) leave(isKept)
      records.put(Number(count ?? 0) + 1, 'count')
      return promisifyRequest(records.transaction)
    }),
  )
  return [attempt.mock.calls.length, aborted.mock.calls.length]
}

const read = (name: string) =>
  openDatabase(name)((store) => store('readonly', (records) => promisifyRequest(records.get('count'))))

it('a page that is put aside for the way back lets go of a database amid its work, and does all of that when it is back', async () => {
  expect(await countUp('kept', true)).toEqual([2, 1])
  expect(await read('kept')).toBe(1)
})

it('a page that is left for good ends nothing: what it has asked for may still be done', async () => {
  expect(await countUp('left', false)).toEqual([1, 0])
  expect(await read('left')).toBe(1)
})
