import * as v from 'valibot'
import { perTab } from '#src/lib/storage.ts'

const key = 'wanted'

/** A piece that a guest wanted to add, kept in the tab until after the login. */
export const Wanted = v.object({
  product_id: v.number(),
  variant_id: v.nullable(v.number()),
  quantity: v.number(),
  slug: v.string(),
})
export type Wanted = v.InferOutput<typeof Wanted>

export const rememberWanted = (wanted: Wanted) => perTab.set(key, JSON.stringify(wanted))

/** What was wanted, once: from now on it is forgotten. */
export function takeWanted(): Wanted | null {
  const kept = perTab.get(key)
  perTab.remove(key)
  try {
    const read = v.safeParse(Wanted, JSON.parse(kept ?? 'null'))
    return read.success ? read.output : null
  } catch {
    return null
  }
}
