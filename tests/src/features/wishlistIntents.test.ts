import { describe, expect, it } from 'vitest'
import type { WishlistEntry } from '#contract/wishlist.ts'
import {
  type WishlistIntent,
  type WishlistPayload,
  applyIntents,
  collapse,
} from '#src/features/wishlist/intents.ts'
import { piece } from '#tests/support/pieces.ts'

const entry = (id: number): WishlistEntry => ({ id: `entry-${id}`, product_id: id, product: piece(id) })
const add = (id: number): WishlistPayload => ({ kind: 'add', product_id: id, product: piece(id) })
const remove = (id: number): WishlistPayload => ({ kind: 'remove', product_id: id })

let made = 0
const make = (payload: WishlistPayload): WishlistIntent => ({
  key: String((made += 1)),
  customer: 'ada',
  feature: 'wishlist',
  payload,
  madeAt: 0,
  notBefore: 0,
  attemptedAt: null,
  refusals: 0,
})
/** What waits after these changes were made one after another, none of them sent yet. */
const waiting = (changes: WishlistPayload[]): WishlistPayload[] =>
  changes
    .reduce<WishlistIntent[]>((unsent, change) => collapse(unsent, change, make), [])
    .map((intent) => intent.payload)

const ids = (entries: WishlistEntry[]) => entries.map(({ product_id }) => product_id)

describe('the wishlist shown is the server’s with the waiting changes applied', () => {
  it.each<[string, number[], WishlistPayload[], number[]]>([
    ['nothing waiting', [1, 2], [], [1, 2]],
    ['a new piece comes first', [1, 2], [add(3)], [3, 1, 2]],
    ['a piece that is there stays where it is', [1, 2], [add(2)], [1, 2]],
    ['a removal', [1, 2], [remove(1)], [2]],
    ['a removal of what is not there', [1], [remove(2)], [1]],
    ['added and removed', [1], [add(2), remove(2)], [1]],
    ['removed and added again', [1, 2], [remove(2), add(2)], [2, 1]],
    ['everything removed', [1, 2], [remove(1), remove(2)], []],
    ['to an empty list', [], [add(1), add(2)], [2, 1]],
  ])('%s', (_name, known, changes, shown) => {
    expect(ids(applyIntents(known.map(entry), changes))).toEqual(shown)
  })

  it('what the server has of a piece is kept, and an unsent piece has a name of its own', () => {
    expect(applyIntents([entry(1)], [add(1), add(2)]).map(({ id }) => id)).toEqual(['new-2', 'entry-1'])
  })
})

describe('of each piece only the last word waits', () => {
  it.each<[string, WishlistPayload[], WishlistPayload[]]>([
    ['one change', [add(1)], [add(1)]],
    ['the same again', [add(1), add(1)], [add(1)]],
    ['ten presses', Array.from({ length: 10 }, (_, press) => (press % 2 ? remove(1) : add(1))), [remove(1)]],
    ['several pieces keep their own', [add(1), remove(2), remove(1)], [remove(2), remove(1)]],
    ['the latest goes last', [remove(1), add(2), add(1)], [add(2), add(1)]],
  ])('%s', (_name, changes, left) => {
    expect(waiting(changes)).toEqual(left)
  })

  it.each([[[]], [[1]], [[1, 2, 3]]])('and what is shown stays the same on %j', (known) => {
    const changes = [add(1), remove(2), add(4), remove(1), add(2), add(1), remove(4)]
    const shown = (payloads: WishlistPayload[]) =>
      ids(applyIntents(known.map(entry), payloads)).toSorted((a, b) => a - b)
    expect(shown(waiting(changes))).toEqual(shown(changes))
  })
})
