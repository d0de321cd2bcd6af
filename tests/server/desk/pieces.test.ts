import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { lowStock } from '#server/catalogue/keeping.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { readAmount } from '#server/desk/fields.ts'
import { data, newPiece, readyShopper, stockOf } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

test.each([
  ['249', 24_900],
  ['249.5', 24_950],
  ['249.00', 24_900],
  ['£1,249.00', 124_900],
  ['1,249', 124_900],
  ['249,00', 24_900],
  ['249,5', 24_950],
  ['0.99', 99],
  ['', null],
  ['-1', null],
  ['1.234', null],
  ['12,34.00', null],
  ['1e3', null],
  ['1000000.01', null],
])('an amount written as %s is %s pence', (typed, pence) => {
  expect(readAmount(typed)).toBe(pence)
})

test('a change that could not be announced was made all the same, and the desk says so', async () => {
  const shop = await openShop()
  // Fires before the database's own.
  await shop.pool.query(`
    create function pg_notify(text, text) returns void language plpgsql as $$ begin raise 'unheard'; end $$;
    set search_path = public, pg_catalog`)
  expect(await desk(shop, 'stock', 'DMS-E-001', '77')).toMatchObject({ code: 0 })
  const [piece] = await shop.db.select().from(products).where(eq(products.sku, 'DMS-E-001'))
  expect(piece?.stock_quantity).toBe(77)
  await shop.close()
})

describe.each(engines())('price and stock at the desk on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const skuOf = async (id: number) => {
    const [row] = await shop.db.select().from(products).where(eq(products.id, id))
    return row?.sku ?? ''
  }
  const shown = async (id: number) =>
    ((await shop.call('GET', paths.product(String(id)))).body as { data: Product }).data

  test('a price is set by SKU or slug, with or without an earlier one', async () => {
    const { id } = await newPiece(shop)
    const sku = await skuOf(id)
    expect(await desk(shop, 'price', sku, '199', '--was', '249.00')).toEqual({
      code: 0,
      text: 'Damson Ring: £199.00, was £249.00. It cost £249.00 until now.',
    })
    expect(await shown(id)).toMatchObject({ price: '199.00', compare_at_price: '249.00' })
    await desk(shop, 'price', sku.toUpperCase(), '210')
    expect(await shown(id)).toMatchObject({ price: '210.00', compare_at_price: '249.00' })
    // An earlier price that is no longer higher would show a reduction that is none. Who mistyped can put both back.
    expect((await desk(shop, 'price', sku, '260')).text).toBe(
      'Damson Ring: £260.00. It cost £210.00 until now, and £249.00 before.',
    )
    expect(await shown(id)).toMatchObject({ price: '260.00', compare_at_price: null })
    await desk(shop, 'price', sku, '200', '--was', '300')
    expect((await desk(shop, 'price', sku, '200', '--was', 'none')).text).toBe(
      'Damson Ring: £200.00. The earlier price was £300.00 until now.',
    )
    expect(await shown(id)).toMatchObject({ price: '200.00', compare_at_price: null })
  })

  test('a piece costs what its cheapest variant does', async () => {
    const { id } = await newPiece(shop, { sizes: [1, 2] })
    const sku = await skuOf(id)
    const refused = await desk(shop, 'price', sku, '100')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toContain('It has: Size 0, Size 1.')
    await desk(shop, 'price', sku, '199', '--was', '240', '--variant', 'size 1')
    expect(await shown(id)).toMatchObject({
      price: '199.00',
      compare_at_price: '240.00',
      variants: [{ price: '249.00' }, { price: '199.00', compare_at_price: '240.00' }],
    })
    // A variant's own SKU identifies both.
    expect((await desk(shop, 'price', `${sku}-0`, '199')).text).toBe(
      'Damson Ring, Size 0: £199.00. It cost £249.00 until now. The piece itself costs from £199.00.',
    )
    await desk(shop, 'price', sku, '150')
    expect(await shown(id)).toMatchObject({
      price: '150.00',
      variants: [{ price: '150.00' }, { price: '150.00' }],
    })
  })

  test('a piece or a size that costs again what it did before is reduced no longer, and what is exported can be imported again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'damson-prices-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'pieces.json')
    const skus = ['DMS-E-002', 'DMS-B-007']
    for (const sku of skus) {
      const size = sku === 'DMS-B-007' ? ['--variant', '18 cm'] : []
      await desk(shop, 'price', sku, '199', '--was', '249.00', ...size)
      expect(await desk(shop, 'price', sku, '249', ...size)).toMatchObject({ code: 0 })
      const [piece] = await shop.db.select().from(products).where(eq(products.sku, sku))
      const again = { price: '249.00', compare_at_price: null }
      const now = await shown(piece?.id ?? 0)
      expect(now).toMatchObject(again)
      expect(now.variants.slice(0, 1)).toMatchObject(size.length > 0 ? [again] : [])
    }
    const exported = (await desk(shop, 'catalogue', 'export', path)).files?.[0]?.content ?? ''
    const all = (JSON.parse(exported) as { products: { sku: string }[] }).products
    writeFileSync(path, JSON.stringify({ products: all.filter(({ sku }) => skus.includes(sku)) }))
    expect((await desk(shop, 'catalogue', 'import', path)).text).toBe('0 new, 0 changed, 2 as they were.')
  })

  test('a name that two variants of a piece have leads to neither: each is named by its SKU', async () => {
    const { id } = await newPiece(shop, { sizes: [1, 2] })
    const sku = await skuOf(id)
    await shop.pool.query("update variants set name = 'L' where product_id = $1", [id])
    for (const words of [
      ['price', sku, '199'],
      ['stock', sku, '5'],
    ])
      expect(await desk(shop, ...words, '--variant', 'l')).toEqual({
        code: 1,
        text: `Damson Ring has 2 variants “l”. Give the SKU of one: ${sku}-0, ${sku}-1.`,
      })
    await desk(shop, 'price', sku, '199', '--variant', `${sku}-1`)
    expect(await shown(id)).toMatchObject({ variants: [{ price: '249.00' }, { price: '199.00' }] })
  })

  test('stock is counted anew, added to and taken from, never below nothing', async () => {
    const { id } = await newPiece(shop, { stock: 10 })
    const sku = await skuOf(id)
    // Who meant +4 can put it right.
    expect((await desk(shop, 'stock', sku, '4')).text).toBe('Damson Ring: 4 in stock. It was 10 until now.')
    expect((await desk(shop, 'stock', sku, '4')).text).toBe('Damson Ring: 4 in stock.')
    await desk(shop, 'stock', sku, '+3')
    await desk(shop, 'stock', sku, '-5')
    expect(await stockOf(shop, id)).toBe(2)
    expect(await desk(shop, 'stock', sku, '-3')).toEqual({
      code: 1,
      text: 'Damson Ring: only 2 in stock.',
    })
    expect(await stockOf(shop, id)).toBe(2)
  })

  test('no more is added than an import takes: what is exported can be imported again', async () => {
    const { id } = await newPiece(shop, { sizes: [999_998, 0] })
    const sku = await skuOf(id)
    for (const size of [0, 1])
      expect(await desk(shop, 'stock', `${sku}-${size}`, '+3')).toEqual({
        code: 1,
        text: 'There can be at most 1,000,000 of Damson Ring, all variants together.',
      })
    expect(await desk(shop, 'stock', `${sku}-1`, '+2')).toMatchObject({ code: 0 })
    expect(await shown(id)).toMatchObject({ stock_quantity: 1_000_000 })
    // What a cancelled order brings back may be too many: then they can be made fewer.
    await shop.db.update(products).set({ stock_quantity: 1_000_005 }).where(eq(products.id, id))
    expect(await desk(shop, 'stock', `${sku}-0`, '-1')).toMatchObject({ code: 0 })
  })

  test('who counts a drawer is told how many pieces in it are sold and not yet sent', async () => {
    const { id } = await newPiece(shop, { stock: 5 })
    const sku = await skuOf(id)
    const order = async () => {
      const shopper = await readyShopper(shop, [{ product_id: id }])
      return { shopper, number: data<Order>(await shopper.checkout()).order_number }
    }
    const [first, second, third] = [await order(), await order(), await order()]
    await third.shopper.call('PUT', paths.cancelOrder(third.number))
    expect((await desk(shop, 'stock', sku, '5')).text).toBe(
      `Damson Ring: 5 in stock. It was 3 until now. 2 more are sold and not yet sent: if you counted those too, run stock ${sku} 3.`,
    )
    await desk(shop, 'orders', 'processing', second.number)
    await desk(shop, 'orders', 'shipped', first.number, '--tracking', 'RM1')
    expect((await desk(shop, 'stock', sku, '3')).text).toBe(
      `Damson Ring: 3 in stock. It was 5 until now. 1 more is sold and not yet sent: if you counted it too, run stock ${sku} 2.`,
    )
    // Nobody has counted anything.
    expect((await desk(shop, 'stock', sku, '+1')).text).toBe('Damson Ring: 4 in stock. It was 3 until now.')
    // Fewer than are owed: those cannot be among them.
    expect((await desk(shop, 'stock', sku, '0')).text).toBe('Damson Ring: 0 in stock. It was 4 until now.')
    await desk(shop, 'orders', 'shipped', second.number, '--tracking', 'RM2')
    expect((await desk(shop, 'stock', sku, '3')).text).toBe('Damson Ring: 3 in stock. It was 0 until now.')
  })

  test('of a size only those that are sold in that size are named', async () => {
    const { id, variants: sizes } = await newPiece(shop, { sizes: [4, 4] })
    const sku = await skuOf(id)
    const [sold = 0] = sizes
    const shopper = await readyShopper(shop, [{ product_id: id, variant_id: sold, quantity: 2 }])
    await shopper.checkout()
    expect((await desk(shop, 'stock', `${sku}-0`, '4')).text).toBe(
      `Damson Ring, Size 0: 4 in stock. It was 2 until now. All variants together: 8. 2 more are sold and not yet sent: if you counted those too, run stock ${sku}-0 2.`,
    )
    expect((await desk(shop, 'stock', sku, '3', '--variant', 'Size 1')).text).toBe(
      'Damson Ring, Size 1: 3 in stock. It was 4 until now. All variants together: 7.',
    )
  })

  test('a reference that is a SKU of one piece and the slug of another means the former', async () => {
    const slugged = async (slug: string) => {
      const { id } = await newPiece(shop)
      await shop.db.update(products).set({ slug }).where(eq(products.id, id))
      return id
    }
    const others = [await slugged('both-plain'), await slugged('both-sized')]
    const [plain, sized] = [await newPiece(shop), await newPiece(shop, { sizes: [1, 2] })]
    await shop.db.update(products).set({ sku: 'BOTH-PLAIN' }).where(eq(products.id, plain.id))
    await shop.db
      .update(variants)
      .set({ sku: 'BOTH-SIZED' })
      .where(eq(variants.id, sized.variants[0] ?? 0))
    expect((await desk(shop, 'stock', 'both-plain', '5')).text).toBe(
      'Damson Ring: 5 in stock. It was 10 until now.',
    )
    expect((await desk(shop, 'stock', 'both-sized', '5')).text).toBe(
      'Damson Ring, Size 0: 5 in stock. It was 1 until now. All variants together: 7.',
    )
    expect(await stockOf(shop, plain.id)).toBe(5)
    for (const id of others) expect(await stockOf(shop, id)).toBe(10)
  })

  test('what is low in stock is told, the scarcest first and what is sold out last: pieces by their own mark, and sizes that are gone', async () => {
    const named = async (sku: string, options: Parameters<typeof newPiece>[1]) => {
      const { id } = await newPiece(shop, options)
      await shop.db.update(products).set({ sku }).where(eq(products.id, id))
      await shop.pool.query("update variants set sku = $2 || '-' || position where product_id = $1", [
        id,
        sku,
      ])
    }
    // Each is to be watched at three.
    await named('LOW-B', { stock: 3 })
    await named('LOW-A', { stock: 3 })
    await named('LOW-C', { stock: 4 })
    await named('LOW-D', { stock: 0 })
    await named('LOW-E', { sizes: [4, 0] })
    await named('LOW-F', { sizes: [0, 2] })
    await named('LOW-G', { sizes: [1, 3] })
    const told = (await lowStock(shop.db)).filter(({ sku }) => sku.startsWith('LOW-'))
    expect(told.map(({ sku, variant, left }) => [sku, variant, left])).toEqual([
      ['LOW-F', null, 2],
      ['LOW-A', null, 3],
      ['LOW-B', null, 3],
      ['LOW-D', null, 0],
      ['LOW-E-1', 'Size 1', 0],
    ])
  })

  test('a piece with a mark of nothing is not watched: the only one of its kind is not asked for once it is sold', async () => {
    const unique = [await newPiece(shop, { stock: 0 }), await newPiece(shop, { sizes: [1, 0] })]
    const ids = unique.map(({ id }) => id)
    const skus = await Promise.all(ids.map((id) => skuOf(id)))
    const told = async () => {
      const low = await lowStock(shop.db)
      return skus.map((own) => low.some(({ sku }) => sku.startsWith(own)))
    }
    expect(await told()).toEqual([true, true])
    await shop.db.update(products).set({ low_stock_threshold: 0 }).where(inArray(products.id, ids))
    expect(await told()).toEqual([false, false])
    expect((await desk(shop, 'todo', '--help')).text).toContain('low_stock_threshold is 0')
  })

  test('of many that are low in stock fifty are listed, so that what else needs doing is seen', async () => {
    await shop.db.update(products).set({ low_stock_threshold: 1_000_000 })
    const { length: count } = await lowStock(shop.db)
    const { text } = await desk(shop, 'todo')
    await shop.db.update(products).set({ low_stock_threshold: 3 })
    const [, list = ''] = text.split(`${count} pieces or variants low in stock\n`)
    const [part = ''] = list.split('\n\n')
    const lines = part.trimEnd().split('\n')
    // The columns' titles, and a rule below them, come first.
    expect(lines).toHaveLength(2 + 50 + 1)
    expect(lines.at(-1)).toBe(
      `… and ${count - 50} more, no scarcer or sold out: catalogue export has them all.`,
    )
  })

  test('the stock of a piece is the sum of its variants’, also when several are counted at once', async () => {
    const { id } = await newPiece(shop, { sizes: [1, 2, 3] })
    const sku = await skuOf(id)
    expect(await desk(shop, 'stock', sku, '9')).toMatchObject({ code: 1 })
    await Promise.all([0, 1, 2, 0, 1, 2].map((size) => desk(shop, 'stock', `${sku}-${size}`, '+5')))
    expect(await shown(id)).toMatchObject({
      stock_quantity: 36,
      variants: [{ stock_quantity: 11 }, { stock_quantity: 12 }, { stock_quantity: 13 }],
    })
    expect((await desk(shop, 'stock', sku, '0', '--variant', 'Size 2')).text).toBe(
      'Damson Ring, Size 2: 0 in stock. It was 13 until now. All variants together: 23.',
    )
  })

  test.each([
    [['price', 'x'], 'Please write an amount'],
    [['price'], 'Please give the piece’s SKU or slug.'],
    [['price', 'x', 'cheap'], 'Please write an amount'],
    [['price', 'x', '0'], 'A price must be more than £0.'],
    [['price', 'x', '20', '--was', '10'], 'must be higher'],
    [['price', 'x', '20', '--was', 'much'], 'Please write the earlier price'],
    [['price', 'x', '20', '30'], '“30” is one word too many. Put names with spaces in quotes.'],
    [['price', 'x', '20', '--when', 'now'], "Unknown option '--when'"],
    [['stock', 'x', '1.5'], 'Please write how many'],
    [['sell', 'x'], 'There is no command “sell”'],
    [['orders', 'lose', 'x'], 'There is no command “orders lose”'],
  ])('%j is wrong use: %s', async (words, why) => {
    const said = await desk(shop, ...words)
    expect(said.code).toBe(2)
    expect(said.text).toContain(why)
  })

  test('what is not there is said to be not there', async () => {
    expect(await desk(shop, 'price', 'no-such-piece', '20')).toEqual({
      code: 1,
      text: 'There is no piece with the SKU or slug “no-such-piece”.',
    })
  })
})

test('every command has help with examples and exit codes', async () => {
  const { commands } = await import('#server/desk/commands.ts')
  const { parseCommand } = await import('#server/desk/arguments.ts')
  expect(parseCommand([])).toMatchObject({ kind: 'help' })
  for (const { name, usage, summary, options = {} } of commands) {
    expect(usage.includes('--'), name).toBe(Object.keys(options).length > 0)
    expect(parseCommand([])).toMatchObject({ text: expect.stringContaining(summary) })
    const help = parseCommand([...name.split(' '), '--help'])
    expect(help).toMatchObject({
      kind: 'help',
      text: expect.stringContaining('Exit codes: 0 done, 1 failed'),
    })
    expect(help).toMatchObject({ text: expect.stringMatching(/Examples:\n {2}npm run desk -- /) })
  }
})
