import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { engines, makeData, openShop } from '#tests/support/shop.ts'
import { openDatabase } from '#server/db/connect.ts'

test.each(engines())('on %s what is interrupted has had no effect, and lets others in', async (engine) => {
  const data = await makeData(engine)
  const shop = await openShop({ data })
  const piece = await newPiece(shop)
  const { config } = shop
  await shop.close()

  const { db, openApart, close } = await openDatabase(config)
  const apart = openApart()
  const isOwn = eq(products.id, piece.id)
  const nameOf = async () => (await db.select({ name: products.name }).from(products).where(isOwn))[0]?.name
  const before = await nameOf()
  expect(before).toBeDefined()
  const begun = Promise.withResolvers<void>()
  const work = apart.db.transaction(async (tx) => {
    await tx.update(products).set({ name: 'Half imported' }).where(isOwn)
    begun.resolve()
    // As an import does between its rows, for however long it takes.
    for (;;) await tx.select().from(products).where(isOwn)
  })
  await begun.promise
  await Promise.all([apart.interrupt(), expect(work).rejects.toThrow('closing')])
  await expect(apart.db.transaction((tx) => tx.select().from(products))).rejects.toThrow('closing')
  expect(await nameOf()).toBe(before)
  await close()
  await data.discard()
})
