import { expect, it } from 'vitest'
import { beginningOf } from '#server/desk/beginningOf.ts'

it('what is cut for a table ends with a whole character, also where that is an emoji of several parts', () => {
  const family = '\u{1f469}\u200d\u{1f467}'
  expect(beginningOf(`${'p'.repeat(49)}${family}${family}`, 50)).toBe(`${'p'.repeat(49)}${family}`)
  expect(beginningOf('Ring', 50)).toBe('Ring')
})
