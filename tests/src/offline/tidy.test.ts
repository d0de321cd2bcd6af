// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { createStore, entries, set } from 'idb-keyval'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from '#src/offline/database.ts'
import { schemaVersion } from '#src/offline/kinds.ts'
import { dropOldest } from '#src/offline/tidy.ts'

const day = 24 * 60 * 60_000
const store = createStore('damson-saved', 'records')
const copyOfList = (at: number) => ({
  buster: schemaVersion,
  queryKey: ['catalogue', 'productsByCategory', { category: 'rings', page: 1 }],
  state: { data: { count: 0, page: 1, products: [] }, dataUpdatedAt: at },
})

it('what is read anew while the phone is tidied up stays, in the place of what was too old', async () => {
  const now = Date.now()
  await set('saved-rings', copyOfList(now - 400 * day), store)
  await set('saved-earrings', copyOfList(now - 400 * day), store)
  const open = openDatabase('damson-saved')
  let calls = 0
  const database: Database = async (work) => {
    const done = await open(work)
    calls += 1
    // By now it has read the keys, then the records.
    if (calls === 2) await set('saved-rings', copyOfList(now), store)
    return done
  }
  await dropOldest(database)
  expect(await entries(store)).toEqual([['saved-rings', copyOfList(now)]])
})
