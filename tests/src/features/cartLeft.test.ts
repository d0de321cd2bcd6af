// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { cart } from '#src/features/cart/api.ts'
import { type CartIntent, type CartPayload, applyIntents } from '#src/features/cart/intents.ts'
import { postToCart } from '#src/features/cart/live.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { piece } from '#tests/support/pieces.ts'

const queryClient = createQueryClient({ say: () => undefined })
const nothing = { id: '1', items: [], total: '0.00' }
const ring = { product_id: piece(1).id, variant_id: null }
const adding: CartPayload = { kind: 'add', base: 0, ...newLine(piece(1), null, 1) }
const post = (payload: CartPayload) => postToCart(queryClient, 'ada', payload)

outbox.start(queryClient, () => 'ada')
beforeEach(async () => {
  network.set('offline')
  queryClient.setQueryData(cart.current('ada').queryKey, nothing)
  await outbox.wipe()
})

it.each<[string, CartPayload, number[]]>([
  ['another of it', adding, [2]],
  ['another number', { kind: 'set', quantity: 3, ...ring }, [3]],
  ['its removal', { kind: 'remove', ...ring }, []],
  ['a cart that is cleared', { kind: 'clear' }, []],
])(
  'what waits of a page that is left is what was seen on it: a piece that the database has, and then %s',
  async (_what, then, expected) => {
    await post(adding)
    const stored = outbox.all()
    void post(then)
    window.dispatchEvent(new Event('pagehide'))
    const noted: CartIntent[] = JSON.parse(localStorage.getItem('damson-outbox') ?? '[]')
    const payloads = [...stored, ...noted].map(({ payload }) => payload as CartPayload)
    expect(applyIntents(nothing, payloads).items.map(({ quantity }) => quantity)).toEqual(expected)
  },
)
