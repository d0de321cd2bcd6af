import { describe, expect, it } from 'vitest'
import type { Cart, CartItem } from '#contract/cart.ts'
import { type CartIntent, type CartPayload, applyIntents, collapse } from '#src/features/cart/intents.ts'

const product = (id: number): CartItem['product'] => ({
  id,
  slug: `piece-${id}`,
  name: `Piece ${id}`,
  price: '10.00',
  compare_at_price: null,
  stock_quantity: 20,
  low_stock_threshold: 3,
  short_description: '',
  image: null,
  category: 'Rings',
  sku: `P-${id}`,
  variant_label: null,
})
const line = (id: number, quantity: number): CartItem => ({
  id: `line-${id}`,
  product: product(id),
  product_id: id,
  variant: null,
  variant_id: null,
  quantity,
  total: `${10 * quantity}.00`,
})
const cartOf = (...items: CartItem[]): Cart => ({ id: 'cart', items, total: '0.00' })
const ref = (id: number) => ({ product_id: id, variant_id: null })
const add = (id: number, quantity = 1) => ({
  kind: 'add' as const,
  ...ref(id),
  quantity,
  base: 0,
  product: product(id),
  variant: null,
})
const restore = (id: number, quantity: number): CartPayload => ({ ...add(id, quantity), restores: true })
const set = (id: number, quantity: number): CartPayload => ({ kind: 'set', ...ref(id), quantity })
const remove = (id: number): CartPayload => ({ kind: 'remove', ...ref(id) })
const clear: CartPayload = { kind: 'clear' }
/** A clearing, as it waits, of what the server was known to have. */
const cleared = (...ids: number[]): CartPayload => ({ kind: 'clear', seen: ids.map(ref) })

let made = 0
const make = (payload: CartPayload): CartIntent => ({
  key: String((made += 1)),
  customer: 'ada',
  feature: 'cart',
  payload,
  madeAt: 0,
  notBefore: 0,
  attemptedAt: null,
  refusals: 0,
})
/** What waits after these changes were made one after another, none of them sent yet. */
const waiting = (known: Cart, ...changes: CartPayload[]): CartPayload[] =>
  changes
    .reduce<CartIntent[]>((unsent, change) => collapse(unsent, change, known, make), [])
    .map((intent) => intent.payload)

const quantities = (cart: Cart) => cart.items.map((item) => [item.product_id, item.quantity] as const)

describe('the cart shown is the server’s with the waiting changes applied', () => {
  it.each<[string, Cart, CartPayload[], number[][], string]>([
    ['nothing waiting', cartOf(line(1, 2)), [], [[1, 2]], '20.00'],
    [
      'a new piece',
      cartOf(line(1, 2)),
      [add(2)],
      [
        [1, 2],
        [2, 1],
      ],
      '30.00',
    ],
    ['the same piece again', cartOf(line(1, 2)), [add(1, 3)], [[1, 5]], '50.00'],
    ['a removal taken back', cartOf(line(1, 2)), [remove(1), restore(1, 2)], [[1, 2]], '20.00'],
    ['one taken back that came to nothing', cartOf(line(1, 2)), [restore(1, 2)], [[1, 2]], '20.00'],
    ['a quantity', cartOf(line(1, 2)), [set(1, 7)], [[1, 7]], '70.00'],
    ['a quantity for a line that is gone', cartOf(), [set(1, 7)], [], '0.00'],
    ['a removal', cartOf(line(1, 2), line(2, 1)), [remove(1)], [[2, 1]], '10.00'],
    ['everything cleared, then one added', cartOf(line(1, 2)), [clear, add(3)], [[3, 1]], '10.00'],
  ])('%s', (_name, known, changes, shown, total) => {
    const cart = applyIntents(known, changes)
    expect(quantities(cart)).toEqual(shown)
    expect(cart.total).toBe(total)
  })
})

describe('a line waits with one value at most', () => {
  it.each<[string, Cart, CartPayload[], CartPayload[]]>([
    [
      'ten taps on plus are one quantity',
      cartOf(line(1, 1)),
      Array.from({ length: 10 }, (_, tap) => set(1, tap + 2)),
      [set(1, 11)],
    ],
    ['three adds are one', cartOf(), [add(1), add(1), add(1)], [add(1, 3)]],
    ['a quantity for a piece not sent yet changes the add', cartOf(), [add(1), set(1, 4)], [add(1, 4)]],
    ['an add after a quantity raises it', cartOf(line(1, 1)), [set(1, 4), add(1)], [set(1, 5)]],
    ['a piece added and removed unsent leaves nothing', cartOf(), [add(1), remove(1)], []],
    ['a removal swallows the quantity before it', cartOf(line(1, 1)), [set(1, 4), remove(1)], [remove(1)]],
    [
      'undoing a removal removes and adds',
      cartOf(line(1, 2)),
      [remove(1), add(1, 2)],
      [remove(1), add(1, 2)],
    ],
    [
      'a quantity for a piece put back after its removal changes the add',
      cartOf(line(1, 2)),
      [remove(1), add(1, 2), set(1, 3)],
      [remove(1), add(1, 3)],
    ],
    [
      'a piece put back after its removal and removed again is removed, though the cart is not known',
      cartOf(),
      [remove(1), add(1, 2), remove(1)],
      [remove(1)],
    ],
    [
      'a quantity for a piece put back after clearing changes the add',
      cartOf(line(1, 1)),
      [clear, add(1), set(1, 2)],
      [cleared(1), add(1, 2)],
    ],
    [
      'a piece put back after clearing and removed leaves the clearing',
      cartOf(line(1, 1)),
      [clear, add(1), remove(1)],
      [cleared(1)],
    ],
    ['clearing swallows everything', cartOf(line(1, 1)), [set(1, 4), add(2), clear], [cleared(1)]],
    ['other lines keep their own', cartOf(line(1, 1)), [set(1, 4), add(2), set(1, 5)], [add(2), set(1, 5)]],
  ])('%s', (_name, known, changes, left) => {
    expect(waiting(known, ...changes)).toEqual(left)
  })

  const after = (payload: CartPayload, next: CartPayload, known: Cart | undefined) =>
    collapse([make(payload)], next, known, make).map((intent) => intent.payload)

  it('clearing again, when others have put something in, takes out what both were for', () => {
    expect(after(cleared(1), clear, cartOf(line(2, 1)))).toEqual([cleared(2, 1)])
    expect(after(cleared(1), clear, cartOf(line(1, 1)))).toEqual([cleared(1)])
  })

  it('clearing a cart that was never read, or after an earlier version did, takes out all there is', () => {
    expect(after(set(1, 2), clear, undefined)).toEqual([clear])
    expect(after(clear, clear, cartOf(line(1, 1)))).toEqual([clear])
  })

  it('what is done to a line that others have put in after a clearing is done to that', () => {
    expect(after(cleared(1), remove(2), cartOf(line(2, 1)))).toEqual([cleared(1), remove(2)])
    const raised = collapse([make(cleared(1)), make(add(2))], set(2, 5), cartOf(line(2, 1)), make)
    expect(raised.map(({ payload }) => payload)).toEqual([cleared(1), set(2, 5)])
  })

  it('collapsing changes nothing of what is shown', () => {
    const known = cartOf(line(1, 2), line(2, 1))
    const changes = [add(3), set(1, 5), remove(2), add(3), set(3, 9), add(2), set(1, 6)]
    const cleared = [...changes, clear, add(1), add(2), set(1, 4), remove(2), add(3), set(3, 2), add(2)]
    const shownAfter = (list: CartPayload[]) => new Map(quantities(applyIntents(known, list)))
    for (const list of [changes, cleared])
      expect(shownAfter(waiting(known, ...list))).toEqual(shownAfter(list))
  })
})
