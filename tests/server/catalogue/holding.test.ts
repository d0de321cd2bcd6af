import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { setStock } from '#server/catalogue/keeping.ts'
import { lockPieces } from '#server/catalogue/stock.ts'
import { transaction } from '#server/db/db.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { newPiece, newShopper, readyShopper, variantStock } from '../orders/pieces.ts'

// The embedded database runs one transaction after another: there nobody waits within one.
describe.runIf(inject('postgres') !== null)('while a piece is held', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine: 'postgres' })
  })
  afterAll(() => shop.close())

  test('as an order that is cancelled or an import holds it, it is put into carts and wishlists', async () => {
    const { id } = await newPiece(shop)
    const shopper = await newShopper(shop)
    await transaction(shop.db, async (tx) => {
      await lockPieces(tx, [id])
      expect((await shopper.add(id)).status).toBe(201)
      const wish = { body: { product_id: id } }
      expect((await shopper.call('POST', paths.wishlist, wish)).status).toBe(201)
    })
  })

  test('while the desk counts its stock, so are its variants', async () => {
    const { id, variants: own } = await newPiece(shop, { sizes: [3, 3] })
    const [first = 0, second = 0] = own
    const shopper = await newShopper(shop)
    const [piece] = await shop.db.select().from(products).where(eq(products.id, id))
    const count = { reference: piece?.sku ?? '', variant: 'Size 0', to: { set: 7 } }
    const counted = await transaction(shop.db, async (tx) => {
      // By then the desk has locked the piece and the first variant, and waits for this one.
      await tx.select().from(variants).where(eq(variants.id, second)).for('no key update')
      const counting = setStock(shop.db, count)
      await untilLockWaits(shop.db)
      expect((await shopper.add(id, 1, first)).status).toBe(201)
      expect((await shopper.add(id, 1, second)).status).toBe(201)
      return { counting }
    })
    await counted.counting
    expect(await variantStock(shop, id, first)).toBe(7)
  })

  test('a review waits for it before it is written, so that nobody who holds it waits for the review', async () => {
    const { id } = await newPiece(shop)
    const buyer = await readyShopper(shop, [{ product_id: id }])
    expect((await buyer.checkout()).status).toBe(201)
    const body = { rating: 5, title: 'Lovely', text: 'It shines.' }
    const held = await transaction(shop.db, async (tx) => {
      await lockPieces(tx, [id])
      const writing = buyer.call('POST', paths.reviews(id), { body })
      await untilLockWaits(shop.db)
      // The lock that an import takes to give the piece another address: meanwhile nobody may refer to it.
      await tx.select().from(products).where(eq(products.id, id)).for('update', { noWait: true })
      return { writing }
    })
    expect((await held.writing).status).toBe(201)
  })
})
