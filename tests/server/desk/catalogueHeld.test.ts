import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { engines, ofEngine } from '#tests/support/shop.ts'
import { desk } from './desk.ts'
import { catalogueOn, json, opal } from './importing.ts'

describe.each(engines())('an import beside others on %s', (engine) => {
  const on = catalogueOn(engine)
  const { file, importFile, shown, everything } = on

  // The embedded database runs one transaction at a time.
  describe.each(ofEngine('postgres', engine))('while somebody buys a piece', () => {
    const price = (sku: string, amount: number | string) => `sku,price\n${sku},${amount}\n`
    /** Runs while the piece is locked, as a purchase locks it. */
    const whileHeld = <T>(slug: string, work: () => Promise<T>) =>
      on.shop.db.transaction(async (tx) => {
        await tx.select().from(products).where(eq(products.slug, slug)).for('no key update')
        return work()
      })
    const slug = 'pearl-stud-earrings'

    test('a dry run waits for nobody, and so holds nobody up', async () => {
      const before = await everything()
      const { sku } = await shown(slug)
      const said = await whileHeld(slug, () => importFile('prices.csv', price(sku, 99), '--dry-run'))
      expect(said).toMatchObject({ code: 0, text: expect.stringContaining('0 new, 1 changed') })
      expect(await everything()).toEqual(before)
    })

    test('an import holds only what it changes, and nothing before it knows that nothing is wrong', async () => {
      const { sku, price: same } = await shown(slug)
      const other = await shown('oval-signet-ring')
      const said = await whileHeld(slug, () =>
        importFile('names.csv', `sku,name,price\n${sku},,${same}\n${other.sku},Oval Ring,\n`),
      )
      expect(said).toMatchObject({ code: 0, text: expect.stringContaining('0 new, 1 changed, 1 as') })
      expect(await shown('oval-signet-ring')).toMatchObject({ name: 'Oval Ring' })
      const wrong = await whileHeld(slug, () =>
        importFile('wrong.json', json({ sku, price: 9_900 }, { ...opal, category: 'rungs' })),
      )
      expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('must be one of rings') })
    })

    test('what an import writes of it is of what is left then', async () => {
      const { sku, id, stock_quantity } = await shown(slug)
      let importing: Promise<unknown> | undefined
      await on.shop.db.transaction(async (tx) => {
        const { rowCount } = await tx
          .update(products)
          .set({ stock_quantity: stock_quantity - 1 })
          .where(eq(products.id, id))
        expect(rowCount).toBe(1)
        importing = importFile('prices.csv', price(sku, 98))
        await untilLockWaits(on.shop.db)
      })
      expect(await importing).toMatchObject({ code: 0 })
      expect(await shown(slug)).toMatchObject({ price: '98.00', stock_quantity: stock_quantity - 1 })
    })
  })

  test('who waits too long for another import is told that it is that', async () => {
    const before = await everything()
    const path = file('opal.json', json({ ...opal, sku: 'WAIT-1', slug: 'wait' }))
    const { databaseUrl } = on.shop.config
    // Embedded it has one session, and whoever waits for that waits in its pool.
    const impatient =
      databaseUrl === null
        ? { db: on.shop.db, close: async () => undefined }
        : await openDatabase({ dataDir: '', databaseUrl: `${databaseUrl}&options=-c%20lock_timeout%3D100` })
    const { options } = on.shop.pool
    const usual = options.connectionTimeoutMillis
    options.connectionTimeoutMillis = 100
    await on.shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table collections in share row exclusive mode`)
      expect(await desk({ ...on.shop, db: impatient.db }, 'catalogue', 'import', path)).toEqual({
        code: 1,
        text: 'Something else is being changed just now, perhaps by another import. Please try again when that is done.',
      })
    })
    options.connectionTimeoutMillis = usual
    await impatient.close()
    expect(await everything()).toEqual(before)
  })

  // As two desks do at once, one of them with a file that does not have the sizes yet.
  describe.each(ofEngine('postgres', engine))(
    'while a piece is given sizes, an import that waits for it',
    () => {
      const whileGivenSizes = async (importing: () => Promise<unknown>) => {
        await importFile('plain.json', json({ ...opal, sku: 'GROW-1', slug: 'grow', name: 'Grow' }))
        const { id } = await shown('grow')
        const waiting = await on.shop.db.transaction(async (tx) => {
          await tx.update(products).set({ variant_label: 'Length' }).where(eq(products.id, id))
          const own = { product_id: id, name: 'L', sku: 'GROW-1-L', price: 24_900, stock_quantity: 3 }
          await tx.insert(variants).values({ ...own, position: 0 })
          const said = importing()
          await untilLockWaits(on.shop.db)
          return { said }
        })
        return { said: await waiting.said, piece: await shown('grow') }
      }
      afterEach(() => on.shop.pool.query("delete from products where sku = 'GROW-1'"))

      test.each([
        ['price', '199', /price.*is £199\.00, but its cheapest variant costs £249\.00/],
        ['stock_quantity', '9', /stock_quantity.*is 9, but its variants have 3 together/],
      ])('is refused in plain words where it says its %s', async (column, value, words) => {
        const { said, piece } = await whileGivenSizes(() =>
          importFile('one.csv', `sku,name,${column},variant_label\nGROW-1,Grown,${value},Ring size\n`),
        )
        expect(said).toMatchObject({ code: 1, text: expect.stringMatching(words) })
        expect(piece).toMatchObject({
          name: 'Grow',
          price: '249.00',
          stock_quantity: 3,
          variant_label: 'Length',
          variants: [{ name: 'L' }],
        })
      })

      test('leaves them to it where it says nothing of them, and calls them what it says', async () => {
        const { said, piece } = await whileGivenSizes(() =>
          importFile('one.csv', 'sku,name,variant_label\nGROW-1,Grown,Ring size\n'),
        )
        expect(said).toMatchObject({ code: 0, text: expect.stringContaining('0 new, 1 changed') })
        expect(piece).toMatchObject({
          name: 'Grown',
          price: '249.00',
          stock_quantity: 3,
          variant_label: 'Ring size',
          variants: [{ name: 'L', stock_quantity: 3 }],
        })
      })

      test('takes their place where it brings its own, and says which went', async () => {
        const { said, piece } = await whileGivenSizes(() =>
          importFile(
            'own.csv',
            'sku,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity\nGROW-1,Ring size,GROW-1-S,S,189,2\n',
          ),
        )
        expect(said).toMatchObject({ code: 0, text: expect.stringContaining('GROW-1-L  Grow, L') })
        expect(piece).toMatchObject({
          price: '189.00',
          stock_quantity: 2,
          variant_label: 'Ring size',
          variants: [{ name: 'S', stock_quantity: 2 }],
        })
      })
    },
  )
})
