import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewCartItem } from '#contract/cart.ts'
import { RandomProductsQuery } from '#contract/catalogue.ts'
import { WishlistPiece } from '#contract/wishlist.ts'

const largest = 2_147_483_647

/** Everywhere that a caller names a piece by its id, and what is said where there can be none. */
const ways: [
  string,
  (id: unknown) => { success: boolean; issues?: readonly { message: string }[] | undefined },
][] = [
  ['in the cart', (product_id) => v.safeParse(NewCartItem, { product_id })],
  ['as a variant in the cart', (variant_id) => v.safeParse(NewCartItem, { product_id: 1, variant_id })],
  ['on the wishlist', (product_id) => v.safeParse(WishlistPiece, { product_id })],
  ['as a piece to leave out', (exclude) => v.safeParse(RandomProductsQuery, { exclude })],
  ['as a piece to resemble', (related_to) => v.safeParse(RandomProductsQuery, { related_to })],
  ['in an address', (id) => v.safeParse(RandomProductsQuery, { related_to: String(id) })],
]

test.each(ways)('%s, a piece’s id is any that the database can have, and no other', (_where, read) => {
  for (const id of [1, 10_000_000, largest]) expect(read(id).success, String(id)).toBe(true)
  for (const id of [0, -1, 1.5, largest + 1, 1e21, 'ring'])
    expect(
      read(id).issues?.map(({ message }) => message),
      String(id),
    ).toEqual(['Unknown product'])
})
