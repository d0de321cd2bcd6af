import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#src/offline/database.ts'

// This browser has no IndexedDB: opening it throws before there is anything to wait for.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a database that cannot be asked at all says so once, and leaves nothing behind that fails later', async () => {
  const database = openDatabase('damson-none')

  await expect(database((store) => store('readonly', () => Promise.resolve('read')))).rejects.toThrow(
    /indexedDB/,
  )
  expect(vi.getTimerCount()).toBe(0)
})
