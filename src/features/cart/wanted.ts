import { perTab } from '#src/lib/storage.ts'

const key = 'wanted'

/** A piece that a guest wanted to add, kept in the tab until after the login. */
export type Wanted = { product_id: number; variant_id: number | null; quantity: number; slug: string }

export const rememberWanted = (wanted: Wanted) => perTab.set(key, JSON.stringify(wanted))

/** What was wanted, returned once: it is then forgotten. */
export function takeWanted(): Wanted | null {
  const kept = perTab.get(key)
  perTab.remove(key)
  try {
    const wanted: unknown = JSON.parse(kept ?? 'null')
    return isWanted(wanted) ? wanted : null
  } catch {
    return null
  }
}

// Only this tab writes it; whether the piece is still available, the server says when it is added.
const isWanted = (value: unknown): value is Wanted =>
  typeof value === 'object' && value !== null && 'slug' in value && typeof value.slug === 'string'
