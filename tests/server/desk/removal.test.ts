import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { refreshSearchNames, respell } from '#server/catalogue/search.ts'
import { seed } from '#server/demo/seed.ts'
import { registerPages } from '#server/pages/register.ts'
import { registerForSearchEngines } from '#server/pages/sitemap.ts'
import { data, messageOf, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('pieces that are withdrawn at the desk on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine, environment: { PUBLIC_URL: 'https://damson.example' } })
    registerForSearchEngines(shop.app, shop)
    await registerPages(shop.app, shop.config)
  })
  afterAll(() => shop.close())

  const statusOf = async (slug: string) => [
    (await shop.call('GET', paths.product(slug))).status,
    (await shop.app.inject({ url: `/products/${slug}` })).statusCode,
  ]
  const listed = async (path: string) => {
    const { results } = (await shop.call('GET', path)).body as { results: { data: Product[] } }
    return results.data.map(({ slug }) => slug)
  }
  const searched = (words: string) => listed(`${paths.search}?query=${encodeURIComponent(words)}`)
  const mapped = async () => (await shop.app.inject({ url: '/sitemap.xml' })).body

  test('one is nowhere in the shop any more, at once, but in what was ordered and in carts', async () => {
    const { id, slug, sku, name, variants, categories } = data<Product>(
      await shop.call('GET', paths.product('oval-signet-ring')),
    )
    await shop.pool.query('update products set stock_quantity = 50 where id = $1', [id])
    await shop.pool.query('update variants set stock_quantity = 25 where product_id = $1', [id])
    const inItsCategory = () => listed(`${paths.products}?category=${categories[0]?.slug}`)
    const line = { product_id: id, ...(variants[0] && { variant_id: variants[0].id }) }
    const buyer = await readyShopper(shop, [line])
    const { order_number } = data<Order>(await buyer.checkout())
    const review = { rating: 4, title: 'Lovely', text: 'It shines.' }
    expect((await buyer.call('POST', paths.reviews(id), { body: review })).status).toBe(201)
    const waiting = await readyShopper(shop, [line])
    expect(await statusOf(slug)).toEqual([200, 200])
    expect(await searched(name)).toContain(slug)
    expect(await mapped()).toContain(`/products/${slug}<`)
    expect(await inItsCategory()).toContain(slug)

    expect(await desk(shop, 'catalogue', 'remove', sku, '--dry-run')).toEqual({
      code: 0,
      text: `This was a dry run: nothing was removed. It would have been 1 piece.\n  ${sku}  ${name}`,
    })
    expect(await desk(shop, 'catalogue', 'remove', sku, 'NO-SUCH', 'NOR-THIS')).toEqual({
      code: 1,
      text: 'There is no piece with the SKU NO-SUCH, nor NOR-THIS.',
    })
    expect(await statusOf(slug)).toEqual([200, 200])
    expect(await desk(shop, 'catalogue', 'remove', sku.toLowerCase())).toEqual({
      code: 0,
      text: `Removed: 1 piece.\n  ${sku}  ${name}`,
    })

    expect(await statusOf(slug)).toEqual([404, 404])
    expect(await searched(name)).not.toContain(slug)
    expect(await inItsCategory()).not.toContain(slug)
    expect(await mapped()).not.toContain(`/products/${slug}<`)
    expect(await desk(shop, 'catalogue', 'remove', sku)).toMatchObject({ code: 1 })

    const kept = data<Order>(await buyer.call('GET', paths.order(order_number)))
    expect(kept.items).toMatchObject([{ product_id: null, product: { name, slug } }])
    expect((await desk(shop, 'orders', 'show', order_number)).text).toContain(name)
    expect(data<Cart>(await waiting.call('GET', paths.cart)).items).toMatchObject([
      { product: { name }, quantity: 1 },
    ])
    const refused = await waiting.checkout()
    expect([refused.status, messageOf(refused)]).toEqual([409, checkoutTexts.outOfStock])
  })

  test('nor is a misspelt search led to what only one had in its name', async () => {
    const { id } = await newPiece(shop)
    const { rows } = await shop.pool.query<{ sku: string }>(
      "update products set name = 'Quixotic Tiara' where id = $1 returning sku",
      [id],
    )
    await refreshSearchNames(shop.db)
    expect(await respell(shop.db, 'quixottic')).toEqual(['quixotic'])
    await desk(shop, 'catalogue', 'remove', rows[0]?.sku ?? '')
    expect(await respell(shop.db, 'quixottic')).toEqual([])
  })

  test('what of the home page leads to a piece that goes is told, before and after', async () => {
    const { id } = await newPiece(shop)
    const { sku, name, slug } = data<Product>(await shop.call('GET', paths.product(id)))
    // In all ways in which one can lead to a page of this shop, and in one that leads to another's.
    await shop.pool.query("insert into former_slugs (slug, product_id) values ('once-upon-a-ring', $1)", [id])
    const links = [
      ['hero', '1', '--link', `${shop.config.publicUrl}/products/${slug}`],
      ['hero', '2', '--link', `/products/${slug}?variant=1#details`],
      ['hero', '3', '--link', `https://elsewhere.example/products/${slug}`],
      ['banners', '1', '--button-link', '/products/once-upon-a-ring'],
      ['banners', '2', '--button-link', `/products/${slug.toUpperCase()}/`],
      ['hero_grid', '2', '--link', `/products/${id}`],
      ['hero_grid', '3', '--link', `/products/${slug}`],
    ]
    for (const link of links) expect(await desk(shop, 'content', 'set', ...link)).toMatchObject({ code: 0 })
    const told = `  ${sku}  ${name}\nThe home page leads there: hero 1, hero 2, banners 1, banners 2, hero_grid 2, hero_grid 3. Please change that with content set.`
    const dry = await desk(shop, 'catalogue', 'remove', sku, '--dry-run')
    expect(dry.text).toBe(`This was a dry run: nothing was removed. It would have been 1 piece.\n${told}`)
    expect((await desk(shop, 'catalogue', 'remove', sku)).text).toBe(`Removed: 1 piece.\n${told}`)
  })

  test('the demo goes as a whole, what is the jeweller’s stays, and no later start brings it back', async () => {
    const own = await newPiece(shop)
    const descriptions = async () =>
      (
        await shop.pool.query<{ name: string; description: string }>(
          'select name, description from materials union all select name, description from collections order by 1',
        )
      ).rows
    const described = await descriptions()
    await shop.pool.query("update materials set description = 'Our own words.' where name = 'Platinum'")
    await shop.pool.query(
      "insert into product_materials select $1, id from materials where name in ('18ct White Gold', 'Platinum')",
      [own.id],
    )
    const dry = await desk(shop, 'catalogue', 'remove', '--demo', '--dry-run')
    expect(dry.text).toMatch(/\nThe demo’s descriptions of these go, too: .*18ct White Gold/)
    expect(dry.text).not.toContain('Platinum')
    expect((await descriptions()).filter(({ description }) => description === '')).toEqual([])
    expect(dry.text).toMatch(/It would have been 5[56] pieces\.\n/)
    expect((await desk(shop, 'catalogue', 'remove', '--demo')).text).toBe(
      dry.text.replace(/^.* been/, 'Removed:'),
    )
    expect(await shop.pool.query('select id from products')).toMatchObject({ rows: [{ id: own.id }] })
    // What the demo says of a metal is not said of the jeweller's pieces.
    const { materials } = data<Product>(await shop.call('GET', paths.product(own.id)))
    expect(materials.map(({ name, description }) => [name, description])).toEqual([
      ['18ct White Gold', ''],
      ['Platinum', 'Our own words.'],
    ])
    expect(await descriptions()).toEqual(
      described.map(({ name }) => ({ name, description: name === 'Platinum' ? 'Our own words.' : '' })),
    )
    expect(await seed(shop.db)).toBe(false)
    expect((await shop.app.inject({ url: '/' })).statusCode).toBe(200)
    expect((await shop.app.inject({ url: '/products' })).statusCode).toBe(200)
    expect((await desk(shop, 'catalogue', 'remove', '--demo')).text).toBe('Removed: 0 pieces.')
  })

  test.each([[[]], [['--demo', 'DMS-R-001']], [['--all']]])(
    'catalogue remove %j is wrong use',
    async (words) => {
      expect((await desk(shop, 'catalogue', 'remove', ...words)).code).toBe(2)
    },
  )
})
