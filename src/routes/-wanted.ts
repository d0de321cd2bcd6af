import type { QueryClient } from '@tanstack/react-query'
import { cartTexts } from '#contract/cartTexts.ts'
import { type CartChanges, cartChanges } from '#src/features/cart/changes.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { type Wanted, takeWanted } from '#src/features/cart/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { addWanted as addWantedWishes } from '#src/features/wishlist/changes.ts'
import { lastWanted } from '#src/features/wishlist/wanted.ts'
import { AppError } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import { stringifySearch } from '#src/lib/search.ts'
import { hold } from '#src/offline/holds.ts'
import { notify } from '#src/ui/notify.ts'

/**
 * Adds what a guest wanted before signing in; returns the address of the last piece for the cart, or else of the last
 * one wished for, if there was any.
 */
export function addWanted(queryClient: QueryClient): string | null {
  const wished = lastWanted()
  const adding: Promise<void>[] = [addWantedWishes()]
  const customer = session.state().user?.id
  const wanted = takeWanted()
  const last = wanted.at(-1)
  if (customer !== undefined && last !== undefined)
    adding.push(addToCart(queryClient, cartChanges(queryClient, customer), wanted))
  // What was wanted is remembered no more, and not stored yet.
  const release = hold()
  void Promise.allSettled(adding).then(release)
  if (customer === undefined) return null
  if (last === undefined) return wished ? `/products/${wished.slug}` : null
  return `/products/${last.slug}${stringifySearch({ variant: last.variant_id })}`
}

async function addToCart(queryClient: QueryClient, changes: CartChanges, wanted: readonly Wanted[]) {
  const isOneOfSeveral = wanted.length > 1
  const outcomes = await Promise.all(
    wanted.map(async (one) => ({ one, outcome: await add(queryClient, changes, one, isOneOfSeveral) })),
  )
  const missing = outcomes.filter(({ outcome }) => outcome !== 'added')
  const added = wanted.length - missing.length
  // Its code is there: something was added.
  if (added > 0) (await import('#src/features/cart/live.ts')).tellAddedAfterLogin(added, isOneOfSeveral)
  // A single piece that is gone is left to its page, which shows what can be bought now.
  const told = isOneOfSeveral ? missing : missing.filter(({ outcome }) => outcome === 'failed')
  if (told.length === 0) return
  const names = isOneOfSeveral ? told.flatMap(({ one }) => one.name ?? []) : []
  notify.error([cartTexts.addFailed, ...names].join('\n'))
}

async function add(
  queryClient: QueryClient,
  changes: CartChanges,
  wanted: Wanted,
  isOneOfSeveral: boolean,
): Promise<'added' | 'gone' | 'failed'> {
  const asked = catalogue.product(wanted.slug)
  const product = await queryClient.fetchQuery(asked).catch((error: unknown) =>
    // The piece may have gone meanwhile. Otherwise it is used as it was when wanted, if that is known.
    error instanceof AppError && error.code === 'not_found' ? null : queryClient.getQueryData(asked.queryKey),
  )
  if (product === null) return 'gone'
  if (product === undefined) return 'failed'
  const variant = product.variants.find(({ id }) => id === wanted.variant_id) ?? null
  if (variant === null && (wanted.variant_id !== null || product.variants.length > 0)) return 'gone'
  try {
    await changes.add({ ...newLine(product, variant, wanted.quantity), isOneOfSeveral }, wanted.key)
    return 'added'
  } catch {
    return 'failed'
  }
}
