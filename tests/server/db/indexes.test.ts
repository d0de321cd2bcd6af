import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/shop.ts'

test('whatever belongs to a row that goes is found by an index: no table is read in full for it', async () => {
  const shop = await openShop()
  // An index that knows only some of the rows, or begins with another column, is of no use here.
  const unindexed = async () => {
    const { rows } = await shop.db.execute(sql`
    select conrelid::regclass || ' ' || conname as unindexed from pg_constraint c
    where contype = 'f' and not exists (select 1 from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`)
    return rows.map(({ unindexed: found }) => found)
  }
  expect(await unindexed()).toEqual([])
  await shop.db.execute(sql`create table rings (piece integer constraint stray references products (id))`)
  expect(await unindexed()).toEqual(['rings stray'])
  await shop.close()
})
