import { expect, it } from 'vitest'
import { summaryOf } from '#src/features/catalogue/summary.ts'
import { bareStone, piece } from '#tests/support/pieces.ts'

const metal = (name: string) => ({ id: 1, name, description: '' })

const sized = (size_unit: string) => ({ gemstones: [{ id: 1, ...bareStone('Opal'), size: 8, size_unit }] })

it.each([
  [
    'all that is known',
    { materials: [metal('Gold'), metal('Silver')], gemstones: [{ id: 1, ...bareStone('Ruby') }] },
    ['Gold, Silver', 'Ruby', '3 g'],
  ],
  ['a stone of two measures', sized('× 6 mm'), ['Opal 8 × 6 mm', '3 g']],
  ['a stone between two sizes', sized('–8.5 mm'), ['Opal 8–8.5 mm', '3 g']],
  ['a piece that was not weighed', { materials: [metal('Gold')], weight: 0 }, ['Gold']],
  ['a piece of which nothing is known', { weight: 0 }, []],
])('what a piece is made of is said of %s, part by part', (_piece, known, parts) => {
  expect(summaryOf(piece(1, known))).toEqual(parts)
})
