import * as v from 'valibot'
import { nameOf, setPrice, setStock } from '../catalogue/keeping.ts'
import type { Held, Prices } from '../catalogue/keeping.ts'
import { transaction } from '../db/db.ts'
import { countUnsent } from '../orders/bought.ts'
import { command, named } from './command.ts'
import { Amount, PieceReference, Price, word } from './fields.ts'
import { money } from './table.ts'

const VariantName = v.nullable(word('Please give the variant’s name or SKU.'))
const variantOption = {
  variant: { type: 'string', value: 'NAME', help: 'the variant’s name or SKU, such as “M”' },
} as const

function pricesOf(held: Awaited<ReturnType<typeof setPrice>>): string {
  const { price, compare_at_price } = held.variant ?? held.piece
  const was = compare_at_price === null ? '' : `, was ${money(compare_at_price)}`
  const own = held.variant === null ? '' : ` The piece itself costs from ${money(held.piece.price)}.`
  const before = pricesBefore(held.before, { price, compare_at_price })
  return `${nameOf(held)}: ${money(price)}${was}.${before}${own}`
}

/** Both prices as they were, as far as they have changed: one that was typed wrongly may have removed the earlier one. */
function pricesBefore(before: Prices, now: Prices): string {
  const earlier = before.compare_at_price
  const isLost = earlier !== null && earlier !== now.compare_at_price
  if (before.price === now.price) return isLost ? ` The earlier price was ${money(earlier)} until now.` : ''
  return ` It cost ${money(before.price)} until now${isLost ? `, and ${money(earlier)} before` : ''}.`
}

const price = command({
  name: 'price',
  usage: 'SKU|SLUG AMOUNT [--was AMOUNT|none] [--variant NAME]',
  summary: 'Sets the price of a piece, and the earlier price that is shown struck out.',
  notes: [
    'Without --was an earlier price stays as long as it is higher than the new one.',
    'A piece whose variants cost differently needs --variant; its own price is that of the cheapest.',
  ],
  options: {
    was: { type: 'string', value: 'AMOUNT|none', help: 'the earlier price, or none' },
    ...variantOption,
  },
  examples: [
    'DMS-E-003 249.00',
    'DMS-E-003 249 --was 299',
    'oval-signet-ring 320 --was none',
    'DMS-R-001 5250 --variant M',
  ],
  isSeen: true,
  input: v.pipe(
    v.object({
      reference: PieceReference,
      price: Price,
      compare_at_price: v.union([v.literal('keep'), v.null(), Amount], (issue) =>
        typeof issue.input === 'string'
          ? 'Please write the earlier price as an amount, or none.'
          : issue.message,
      ),
      variant: VariantName,
    }),
    v.check(
      ({ price: now, compare_at_price: was }) => typeof was !== 'number' || was > now,
      'The earlier price must be higher than the price.',
    ),
  ),
  read: (typed) => {
    const { reference, amount } = named(typed, 'reference', 'amount')
    const { was = 'keep', variant = null } = typed.values
    return { reference, price: amount, compare_at_price: was === 'none' ? null : was, variant }
  },
  work: async ({ db }, change) => pricesOf(await setPrice(db, change)),
})

const countExpected =
  'Please write how many there are, such as 12, or by how many more or fewer, such as +3 or -1.'

/** For who has counted a drawer: pieces that are sold and still lie in it are not for sale. */
function unsentOf({ piece, variant }: Held, counted: number, unsent: number): string {
  if (unsent === 0 || counted < unsent) return ''
  const [are, those] = unsent === 1 ? ['is', 'it'] : ['are', 'those']
  return ` ${unsent} more ${are} sold and not yet sent: if you counted ${those} too, run stock ${(variant ?? piece).sku} ${counted - unsent}.`
}

const stock = command({
  name: 'stock',
  usage: 'SKU|SLUG N|+N|-N [--variant NAME]',
  summary: 'Sets the stock of a piece (N), or adds to it (+N), or takes from it (-N).',
  notes: [
    'Stock is what can be sold. If you count what is there, leave out pieces that are sold and not yet sent: the answer',
    'says how many those are.',
  ],
  options: variantOption,
  examples: ['DMS-E-003 12', 'DMS-E-003 +5', 'round-brilliant-solitaire-ring -1 --variant M'],
  isSeen: true,
  input: v.object({
    reference: PieceReference,
    to: v.pipe(
      word(countExpected, 20),
      v.regex(/^[+-]?\d{1,6}$/, countExpected),
      v.transform((typed) => (/^\d/.test(typed) ? { set: Number(typed) } : { by: Number(typed) })),
    ),
    variant: VariantName,
  }),
  read: (typed) => {
    const { reference, count } = named(typed, 'reference', 'count')
    return { reference, to: count, variant: typed.values['variant'] ?? null }
  },
  work: async ({ db }, change) => {
    // Orders of the piece wait until both are done.
    const { held, unsent } = await transaction(db, async (tx) => {
      const held = await setStock(tx, change)
      const unsent = await countUnsent(tx, {
        product_id: held.piece.id,
        variant_id: held.variant?.id ?? null,
      })
      return { held, unsent }
    })
    const all = held.variant === null ? '' : ` All variants together: ${held.piece.stock_quantity}.`
    const now = (held.variant ?? held.piece).stock_quantity
    // Who typed 5 for +5 has to know it.
    const before = held.before === now ? '' : ` It was ${held.before} until now.`
    const sold = 'set' in change.to ? unsentOf(held, change.to.set, unsent) : ''
    return `${nameOf(held)}: ${now} in stock.${before}${all}${sold}`
  },
})

export const pieceCommands = [price, stock]
