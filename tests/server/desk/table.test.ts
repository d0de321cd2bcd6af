import { expect, it } from 'vitest'
import { facts, table } from '#server/desk/table.ts'

it('columns stand below each other, however wide a terminal shows the letters in them', () => {
  const rows = [
    ['Plain ring', 1],
    // Two columns each.
    ['金のリング', 2],
    ['금 ＡＢ', 3],
    ['\u{1f48d}\u{1f469}\u200d\u{1f467}\u2764\ufe0f x', 4],
    // An accent apart from its letter, and what cannot be seen, have none.
    ['Cafe\u0301\u200b', 5],
  ] as const
  expect(table(['Piece', 'Left'], rows).split('\n')).toEqual([
    'Piece       Left',
    '----------  ----',
    'Plain ring     1',
    '金のリング     2',
    '금 ＡＢ        3',
    '\u{1f48d}\u{1f469}\u200d\u{1f467}\u2764\ufe0f x       4',
    'Cafe\u0301\u200b           5',
  ])
  expect(
    facts([
      ['金', 'gold'],
      ['Ring', 'ring'],
    ]),
  ).toBe('金    gold\nRing  ring')
})
