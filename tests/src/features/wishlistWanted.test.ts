import { expect, test } from 'vitest'
import { takeWanted } from '#src/features/wishlist/wanted.ts'
import { perTab } from '#src/lib/storage.ts'

test('what was wanted is told once, and what cannot be read is nothing', () => {
  for (const kept of [null, '', 'null', '{}', '[{"name":1}]', '{', '[1]']) {
    if (kept === null) perTab.remove('wanted-wish')
    else perTab.set('wanted-wish', kept)
    expect(takeWanted()).toEqual([])
    expect(perTab.get('wanted-wish')).toBeNull()
  }
})
