import { lineKey, unitPrice } from '#contract/cartLine.ts'
import type { Cart, CartItem, CartProduct, CartVariant } from '#contract/cart.ts'
import { toPence, toPounds } from '#contract/money.ts'
import type { Intent } from '#src/offline/intent.ts'
import { type LineRef, isSameLine } from './line.ts'

/** A line as it was when a change was first sent for it. */
export type SeenLine = Pick<CartItem, 'id' | 'quantity'>

/**
 * `base` is how many of an added piece the server's cart was known to hold; `line` is the server's line that a change
 * was sent for, once it was. `isOneOfSeveral`: other pieces were added at the same moment. `restores`: it takes back a
 * removal, and adds nothing where that came to nothing. `seen`: the server's lines
 * that the shopper has cleared; all that there are, where they were not known or an earlier version made it.
 */
export type CartPayload =
  | ({
      kind: 'add'
      quantity: number
      base: number
      isOneOfSeveral?: boolean
      restores?: boolean
      product: CartProduct
      variant: CartVariant | null
    } & LineRef)
  | ({ kind: 'set'; quantity: number; line?: SeenLine } & LineRef)
  | ({ kind: 'remove'; line?: SeenLine } & LineRef)
  | { kind: 'clear'; seen?: LineRef[] }

export type CartIntent = Intent<CartPayload>
type Make = (payload: CartPayload, delay?: number) => CartIntent

const concerns = (payload: CartPayload, line: LineRef): boolean =>
  payload.kind !== 'clear' && isSameLine(payload, line)

/** Whether a clearing takes this line out. */
export const isCleared = ({ seen }: Extract<CartPayload, { kind: 'clear' }>, line: LineRef): boolean =>
  seen?.some((one) => isSameLine(one, line)) ?? true

/** The cart as the shopper sees it: the server's, with everything that still waits applied in order. */
export function applyIntents(cart: Cart, payloads: readonly CartPayload[]): Cart {
  const items = payloads.reduce(applyOne, cart.items)
  const total = items.reduce((sum, item) => sum + toPence(item.total), 0)
  return { ...cart, items, total: toPounds(total) }
}

function applyOne(items: CartItem[], payload: CartPayload): CartItem[] {
  switch (payload.kind) {
    case 'clear':
      return items.filter((item) => !isCleared(payload, item))
    case 'remove':
      return items.filter((item) => !isSameLine(item, payload))
    case 'set':
      return items.map((item) => (isSameLine(item, payload) ? withQuantity(item, payload.quantity) : item))
    case 'add': {
      const { product_id, variant_id, product, variant, quantity } = payload
      if (items.some((item) => isSameLine(item, payload))) {
        if (payload.restores) return items
        return items.map((item) =>
          isSameLine(item, payload) ? withQuantity(item, item.quantity + quantity) : item,
        )
      }
      const line = {
        id: lineKey(payload),
        product_id,
        variant_id,
        product,
        variant,
        quantity,
        total: '0.00',
      }
      return [...items, withQuantity(line, quantity)]
    }
  }
}

function withQuantity(item: CartItem, quantity: number): CartItem {
  return { ...item, quantity, total: toPounds(toPence(unitPrice(item)) * quantity) }
}

/**
 * The changes to keep once `next` joins those not sent yet, so that a line never waits with more than one value.
 * `known` is the server's cart as last seen, with the changes that may have been sent since; `delay` holds a change
 * back while the shopper may still be tapping.
 */
export function collapse(
  unsent: readonly CartIntent[],
  next: CartPayload,
  known: Cart | undefined,
  make: Make,
  delay = 0,
): CartIntent[] {
  if (next.kind === 'clear') return clearing(unsent, known, make)
  const others = unsent.filter((intent) => !concerns(intent.payload, next))
  const before = unsent.find(
    (intent) => concerns(intent.payload, next) && intent.payload.kind !== 'remove',
  )?.payload
  const removal = unsent.find((intent) => concerns(intent.payload, next) && intent.payload.kind === 'remove')
  const kept = removal ? [...others, removal] : others
  // By then the earlier clear has removed what was there.
  const isGone = unsent.some(({ payload }) => payload.kind === 'clear' && isCleared(payload, next))
  const isOnServer = !isGone && (known?.items.some((item) => isSameLine(item, next)) ?? false)

  switch (next.kind) {
    case 'remove':
      return before?.kind === 'add' && !isOnServer && !removal ? others : [...others, make(next)]
    case 'set':
      return before?.kind === 'add' && (!isOnServer || removal)
        ? [...kept, make({ ...before, quantity: next.quantity }, delay)]
        : [...kept, make(next, delay)]
    case 'add':
      if (before?.kind === 'set')
        return [...kept, make({ ...before, quantity: before.quantity + next.quantity })]
      if (before?.kind === 'add')
        return [...kept, make({ ...next, quantity: before.quantity + next.quantity })]
      return [...kept, make(next)]
  }
}

/** What of the changes not sent yet was for the server goes with its lines; the rest it never hears of. */
function clearing(unsent: readonly CartIntent[], known: Cart | undefined, make: Make): CartIntent[] {
  const before = unsent.flatMap(({ payload }) => (payload.kind === 'clear' ? [payload.seen] : []))
  if (known === undefined || before.includes(undefined)) return [make({ kind: 'clear' })]
  const lines = [...known.items, ...before.flatMap((seen) => seen ?? [])]
  const seen = new Map(
    lines.map(({ product_id, variant_id }) => {
      const line = { product_id, variant_id }
      return [lineKey(line), line]
    }),
  )
  return seen.size > 0 ? [make({ kind: 'clear', seen: [...seen.values()] })] : []
}
