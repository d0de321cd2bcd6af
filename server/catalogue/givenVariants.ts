import * as v from 'valibot'
import { anyCase } from './records.ts'

/** What a piece with variants takes from them. In pounds and numbers of pieces. */
export const Derived = v.object({
  price: v.number(),
  compare_at_price: v.nullable(v.number()),
  stock_quantity: v.number(),
})
const Variants = v.array(v.object({ ...Derived.entries }))

/**
 * A new variant with nothing said of it: each field is present, so that validation reports each missing one in that
 * field's own words.
 */
const unsaid = { name: undefined, price: undefined, compare_at_price: null, stock_quantity: undefined }

/**
 * The variants in a file, each completed from the existing one of the same SKU, which keeps its own spelling of that:
 * under another it would be another variant, and in nobody's cart. The `price` of the piece is that of a new one that
 * has none of its own; an existing one keeps its own, which may be higher.
 */
export function overKnown(
  given: readonly unknown[],
  known: readonly { sku: string }[],
  price?: unknown,
): unknown[] {
  return given.map((one) => {
    if (typeof one !== 'object' || one === null) return one
    const wanted = 'sku' in one && typeof one.sku === 'string' ? anyCase(one.sku) : null
    const before = known.find(({ sku }) => anyCase(sku) === wanted)
    return { ...unsaid, price, ...before, ...one, ...(before && { sku: before.sku }) }
  })
}

/** What a piece takes from its variants; nothing while something about them is wrong. */
export function ofVariants(given: readonly unknown[]): Partial<v.InferOutput<typeof Derived>> {
  const checked = v.safeParse(Variants, given)
  const [first, ...rest] = checked.success ? checked.output : []
  if (first === undefined) return { price: 0, compare_at_price: null, stock_quantity: 0 }
  const cheapest = rest.reduce((one, other) => (other.price < one.price ? other : one), first)
  const stock_quantity = [first, ...rest].reduce((sum, one) => sum + one.stock_quantity, 0)
  return { price: cheapest.price, compare_at_price: cheapest.compare_at_price, stock_quantity }
}
