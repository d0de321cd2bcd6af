import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { wordsIn } from '#contract/words.ts'
import type { PieceRecord } from '#server/catalogue/pieceRecord.ts'
import { readPieces } from '#server/catalogue/records.ts'
import { refreshSearchNames } from '#server/catalogue/search.ts'
import { lockPieces } from '#server/catalogue/stock.ts'
import { transaction } from '#server/db/db.ts'
import { searchSaved } from '#src/offline/searchSaved.ts'
import { data } from '#tests/server/orders/pieces.ts'
import { bareStone } from '#tests/support/pieces.ts'
import { engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'
import { catalogueOn, json, opal } from './importing.ts'

type Filled = { [Field in keyof PieceRecord]: NonNullable<PieceRecord[Field]> }
/** A piece with something in each field, which it may be found by, and what to change each of them to. */
const whole = {
  ...opal,
  sku: 'WHOLE-1',
  slug: 'whole',
  collections: ['The Bridal Edit', 'Colour Stories'],
  materials: ['Platinum', '18ct Rose Gold'],
  gemstones: ['Topaz', 'Ruby', 'Ruby'].map(bareStone),
  meta_title: 'Perlmutt',
  meta_description: 'Chalcedony',
  compare_at_price: 29_900,
  low_stock_threshold: 1,
  weight_unit: 'g',
  is_featured: true,
  is_bestseller: true,
  is_new: true,
  created_at: '2026-01-02T00:00:00.000Z',
  images: [],
  variant_label: 'Lustre',
  variants: [],
} satisfies Filled
const otherwise = {
  name: 'Fjord Band',
  category: 'bracelets',
  collections: ['Everyday Gold'],
  materials: ['Sterling Silver'],
  gemstones: [bareStone('Emerald')],
  description: 'A whirl.',
  short_description: 'Zigzag',
  meta_title: 'Basalt',
  meta_description: 'Obsidian',
  price: 24_800,
  compare_at_price: 28_900,
  stock_quantity: 2,
  low_stock_threshold: 3,
  weight: 3,
  weight_unit: 'oz',
  is_featured: false,
  is_bestseller: false,
  is_new: false,
  created_at: '2026-01-03T00:00:00.000Z',
  images: [],
  variant_label: 'Gloss',
  variants: [{ name: 'Matt', sku: 'WHOLE-1-M', price: 24_800, compare_at_price: 28_900, stock_quantity: 2 }],
} satisfies Omit<Filled, 'sku' | 'slug'>

describe.each(engines())('the catalogue on %s', (engine) => {
  const on = catalogueOn(engine)
  const { importFile, shown, everything } = on

  test('a new piece is found by what it is made of, under names that were not there before', async () => {
    const said = await importFile(
      'jade.json',
      json({
        ...opal,
        sku: 'JADE-1',
        name: 'Jade Ring',
        gemstones: [
          { name: 'Jadeite', size: 4, size_unit: 'mm', quality: null, color: 'Green', is_main: true },
        ],
        materials: ['Palladium'],
      }),
    )
    expect(said.text).toMatch(/New collections, materials or gemstones:\n {2}Palladium\n {2}Jadeite/)
    const found = (await on.shop.call('GET', `${paths.search}?query=jadeite`)).body as { count: number }
    expect(found.count).toBe(1)
  })

  test.each(['Étoile Brûlée', 'Étoile Brûlée'.normalize('NFD'), 'Etoile Brulee'])(
    '“%s” is found with its accents and without',
    async (name) => {
      const isFound = async (query: string) => {
        const { body } = await on.shop.call('GET', `${paths.search}?query=${encodeURIComponent(query)}`)
        return (body as { count: number }).count === 1
      }
      await importFile('star.json', json({ ...opal, sku: 'STAR-1', slug: 'star', name }))
      for (const query of ['étoile', 'etoile', 'ETOILE brulee', 'Brûlée', 'brûlee'])
        expect(await isFound(query), query).toBe(true)
      await importFile('star.json', json({ sku: 'STAR-1', name: 'Crème Ring' }))
      expect(await isFound('creme')).toBe(true)
      expect(await isFound('brulee')).toBe(false)
      await on.shop.pool.query("delete from products where sku = 'STAR-1'")
    },
  )

  test('a material, collection or stone in other capitals or with a hyphen is the one that is there', async () => {
    const stone = bareStone('Fire Opal')
    const first = { ...opal, sku: 'SPELT-1', name: 'Spelt Ring', slug: 'spelt-ring' }
    const filed = { materials: ['18ct Green Gold'], collections: ['Fire Light'], gemstones: [stone] }
    expect(await importFile('first.json', json({ ...first, ...filed }))).toMatchObject({ code: 0 })
    const otherwise = json({
      ...first,
      sku: 'SPELT-2',
      slug: 'spelt-ring-2',
      materials: ['18ct green gold', '18CT Green-Gold'],
      collections: ['fire-light'],
      gemstones: [{ ...stone, name: 'fire opal' }],
    })
    expect(await importFile('second.json', otherwise)).toMatchObject({
      code: 0,
      text: '1 new, 0 changed, 0 as they were.\nNew:\n  SPELT-2  Spelt Ring',
    })
    expect(await shown('spelt-ring-2')).toMatchObject({
      materials: [{ name: '18ct Green Gold' }],
      collections: [{ name: 'Fire Light' }],
      gemstones: [{ name: 'Fire Opal' }],
    })
    expect((await importFile('second.json', otherwise)).text).toBe('0 new, 0 changed, 1 as they were.')

    // Two spellings of something altogether new, one of them with its description.
    const both = JSON.stringify({
      materials: [{ name: 'Blue Gold', description: 'Gold with gallium.' }],
      products: [
        { ...first, materials: ['blue-gold'] },
        { ...first, sku: 'SPELT-2', slug: 'spelt-ring-2', materials: ['BLUE GOLD'] },
      ],
    })
    expect((await importFile('both.json', both)).text).toContain('gemstones:\n  Blue Gold')
    expect((await importFile('both.json', both)).text).toBe('0 new, 0 changed, 2 as they were.')
  })

  test('names without a Latin letter, or alike but for theirs, have an address each, and a dry run lists the same', async () => {
    const names = {
      collections: ['Мята', 'Слива', 'ميرمية', '月', '月 2'],
      materials: ['金', '銀'],
      gemstones: ['翡翠', '琥珀'],
    }
    const content = json({
      ...opal,
      sku: 'LETTERS-1',
      name: 'Letters Ring',
      slug: 'letters-ring',
      collections: names.collections,
      materials: names.materials,
      gemstones: names.gemstones.map(bareStone),
    })
    const listed = Object.values(names)
      .flat()
      .map((name) => `  ${name}`)
      .join('\n')
    const tried = await importFile('letters.json', content, '--dry-run')
    expect(tried).toMatchObject({ code: 0, text: expect.stringContaining(listed) })
    const said = await importFile('letters.json', content)
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining(listed) })

    for (const list of ['collections', 'materials', 'gemstones'] as const) {
      const values = data<{ name: string; slug: string; count: number }[]>(
        await on.shop.call('GET', paths[list]),
      )
      const own = values.filter(({ name }) => names[list].includes(name))
      expect(own.map(({ name }) => name)).toEqual(names[list])
      expect(new Set(values.map(({ slug }) => slug)).size).toBe(values.length)
      for (const { slug } of own) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
    expect((await importFile('letters.json', content)).text).toBe('0 new, 0 changed, 1 as they were.')
    // A later one does not take anybody's address either.
    const later = json({ sku: 'LETTERS-1', collections: [...names.collections, '星'] })
    expect(await importFile('later.json', later)).toMatchObject({
      code: 0,
      text: expect.stringContaining('  星'),
    })
  })

  const sized = (sku: string, variantSku: string, slug = sku.toLowerCase()) => ({
    ...opal,
    sku,
    slug,
    variant_label: 'Size',
    variants: [{ name: 'L', sku: variantSku, price: 24_900, compare_at_price: null, stock_quantity: 3 }],
  })

  test('a slug or a variant can go from one piece to another of the same file', async () => {
    const first = await importFile('a.json', json(sized('MOVE-1', 'MOVE-1-L'), sized('MOVE-2', 'MOVE-2-L')))
    expect(first).toMatchObject({ code: 0 })
    const said = await importFile(
      'b.json',
      json(sized('MOVE-1', 'MOVE-2-L', 'move-2'), sized('MOVE-2', 'MOVE-1-L', 'move-1')),
    )
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining('0 new, 2 changed') })
    const { rows } = await on.shop.pool.query(
      "select p.sku, p.slug, v.sku as variant from products p join variants v on v.product_id = p.id where p.sku like 'MOVE-%' order by p.sku",
    )
    expect(rows).toEqual([
      { sku: 'MOVE-1', slug: 'move-2', variant: 'MOVE-2-L' },
      { sku: 'MOVE-2', slug: 'move-1', variant: 'MOVE-1-L' },
    ])
    await on.shop.pool.query("delete from products where sku like 'MOVE-%'")
  })

  test('a piece is found by each slug that it has had, until another piece has it', async () => {
    const named = (sku: string, slug: string) => ({ ...opal, sku, slug, name: sku })
    const found = async (slug: string) => {
      const { status, body } = await on.shop.call('GET', paths.product(slug))
      const page = await on.shop.app.inject({ url: `/products/${slug}` })
      return status === 200
        ? [(body as { data: Product }).data.slug, page.statusCode, page.headers['location']]
        : [status, page.statusCode]
    }
    const listed = async (...slugs: string[]) => {
      const { body } = await on.shop.call(
        'GET',
        `${paths.products}?${slugs.map((slug) => `slug=${slug}`).join('&')}`,
      )
      return (body as { results: { data: Product[] } }).results.data.map(({ slug }) => slug).toSorted()
    }
    const there = (slug: string) => [slug, 200, undefined]
    const moved = (slug: string) => [slug, 301, `/products/${slug}`]

    await importFile('a.json', json(named('SLUG-1', 'first-slug'), named('SLUG-2', 'other-slug')))
    await importFile('b.json', json({ sku: 'SLUG-1', slug: 'second-slug' }))
    expect(await found('first-slug')).toEqual(moved('second-slug'))
    await importFile('c.json', json({ sku: 'SLUG-1', slug: 'third-slug' }))
    expect(await found('first-slug')).toEqual(moved('third-slug'))
    expect(await found('second-slug')).toEqual(moved('third-slug'))
    expect(await found('FIRST-slug')).toEqual(moved('third-slug'))
    expect(await listed('first-slug', 'other-slug')).toEqual(['other-slug', 'third-slug'])
    expect(await listed('first-slug', 'second-slug', 'third-slug')).toEqual(['third-slug'])
    expect(await found('third-slug')).toEqual(there('third-slug'))

    // Each takes the other's, so that no address is anybody's former one.
    await importFile(
      'd.json',
      json({ sku: 'SLUG-1', slug: 'other-slug' }, { sku: 'SLUG-2', slug: 'third-slug' }),
    )
    expect(await found('other-slug')).toEqual(there('other-slug'))
    expect(await found('third-slug')).toEqual(there('third-slug'))
    await importFile('e.json', json(named('SLUG-3', 'first-slug')))
    expect(await found('first-slug')).toEqual(there('first-slug'))
    expect(await found('second-slug')).toEqual(moved('other-slug'))
    expect(await listed('first-slug', 'second-slug')).toEqual(['first-slug', 'other-slug'])

    await desk(on.shop, 'catalogue', 'remove', 'SLUG-1', 'SLUG-2', 'SLUG-3')
    expect(await found('second-slug')).toEqual([404, 404])
    expect(await listed('second-slug')).toEqual([])
  })

  test('a hundred pieces take hardly more statements than ten, whether they are new or changed', async () => {
    const some = (count: number, more: object = {}) =>
      json(
        ...Array.from({ length: count }, (_, at) => ({
          ...opal,
          sku: `MANY-${at}-OF-${count}`,
          slug: `many-${at}-of-${count}`,
          collections: ['Colour Stories'],
          materials: ['Platinum'],
          gemstones: [bareStone('Ruby')],
          images: [{ image: '/pictures/rings/oval-signet-ring-1', alt_text: 'A ring', is_default: true }],
          ...(at === 0 && sized(`MANY-${at}-OF-${count}`, `MANY-OF-${count}-L`)),
          ...more,
        })),
      )
    const imported = async (content: string) => {
      const queries = vi.spyOn(pg.Client.prototype, 'query')
      const { text } = await importFile('many.json', content)
      const statements = queries.mock.calls.length
      queries.mockRestore()
      return { statements, report: text.split('\n')[0] }
    }
    const otherwise = {
      name: 'Firmament Ring',
      weight: 9,
      collections: ['Everyday Gold', 'Colour Stories'],
      materials: ['Platinum', '18ct Rose Gold'],
      gemstones: [bareStone('Emerald'), bareStone('Ruby')],
      images: [{ image: '/pictures/rings/oval-signet-ring-2', alt_text: 'A ring', is_default: true }],
    }
    for (const [more, report] of [
      [{}, '100 new, 0 changed, 0 as they were.'],
      [otherwise, '0 new, 100 changed, 0 as they were.'],
    ] as const) {
      const few = await imported(some(10, more))
      const many = await imported(some(100, more))
      expect(many.report).toBe(report)
      expect(many.statements).toBeLessThan(few.statements * 2)
      expect((await imported(some(100, more))).report).toBe('0 new, 0 changed, 100 as they were.')
    }
    const found = (await on.shop.call('GET', `${paths.search}?query=firmament`)).body as { count: number }
    expect(found.count).toBe(110)
    await on.shop.pool.query("delete from products where sku like 'MANY-%'")
  })

  test('a shop may have more pieces than a statement has parameters', async () => {
    const skus = Array.from({ length: 70_000 }, (_, at) => `none-${at}`)
    const [known] = await readPieces(on.shop.db, [...skus, 'dms-r-001'])
    expect(known?.record.sku).toBe('DMS-R-001')
    const ids = [known?.id ?? 0, ...skus.map((_, at) => 1_000_000 + at)]
    await transaction(on.shop.db, (tx) => lockPieces(tx, ids))
  })

  test('lists in another order than the shop has them in are no change', async () => {
    const piece = {
      ...opal,
      sku: 'ORDER-1',
      slug: 'order-ring',
      collections: ['The Bridal Edit', 'Colour Stories'],
      materials: ['Platinum', '18ct Rose Gold'],
      gemstones: [{ ...bareStone('Diamond'), is_main: false }, bareStone('Opal')],
    }
    expect(await importFile('order.json', json(piece))).toMatchObject({ code: 0 })
    const before = await everything()
    const said = await importFile('order.json', json(piece))
    expect(said.text).toBe('0 new, 0 changed, 1 as they were.')
    expect(await everything()).toEqual(before)
    // Of two side stones the first stays first.
    const [side, main] = piece.gemstones
    const gemstones = [main, { ...side, name: 'Ruby' }, side]
    for (const stones of [gemstones, gemstones.toReversed()]) {
      const changed = await importFile('order.json', json({ sku: 'ORDER-1', gemstones: stones }))
      expect(changed.text).toContain('0 new, 1 changed')
    }
    expect((await shown('order-ring')).gemstones.map(({ name }) => name)).toEqual(['Opal', 'Diamond', 'Ruby'])
    await on.shop.pool.query("delete from products where sku = 'ORDER-1'")
  })

  test('a description that is new is reported, also by a dry run', async () => {
    const descriptionOf = async (name: string) =>
      (await on.shop.pool.query('select description from materials where name = $1', [name])).rows[0]
        ?.description
    const was = await descriptionOf('Platinum')
    const described = (description: string) =>
      JSON.stringify({ materials: [{ name: 'Platinum', description }], products: [{ sku: 'DMS-R-001' }] })
    const said = 'New descriptions:\n  Platinum'
    const dry = await importFile('described.json', described('Heavy.'), '--dry-run')
    expect(dry.text).toContain(`0 new, 0 changed, 1 as they were.\n${said}`)
    expect(await descriptionOf('Platinum')).toBe(was)
    expect((await importFile('described.json', described('Heavy.'))).text).toContain(said)
    expect(await descriptionOf('Platinum')).toBe('Heavy.')
    expect((await importFile('described.json', described('Heavy.'))).text).not.toContain(said)
    await importFile('described.json', described(was))
  })

  test('materials and collections can be described by a file of nothing else', async () => {
    const { rows } = await on.shop.pool.query(
      "select description from collections where name = 'Colour Stories'",
    )
    const described = (description: string) => ({ collections: [{ name: 'Colour Stories', description }] })
    for (const content of [described('Bright.'), { ...described('Bold.'), products: [] }]) {
      const said = await importFile('names.json', JSON.stringify(content))
      expect(said).toEqual({
        code: 0,
        text: '0 new, 0 changed, 0 as they were.\nNew descriptions:\n  Colour Stories',
      })
    }
    const after = await on.shop.pool.query(
      "select description from collections where name = 'Colour Stories'",
    )
    expect(after.rows).toEqual([{ description: 'Bold.' }])
    await importFile('names.json', JSON.stringify(described(rows[0]?.description)))
    expect(await importFile('empty.json', '{"products":[],"materials":[]}')).toEqual({
      code: 1,
      text: 'There is no piece in the file.',
    })
  })

  test('how a file’s own lists spell a material, collection or stone is how it is spelt from then on', async () => {
    const first = {
      ...opal,
      sku: 'MOTHER-1',
      slug: 'mother',
      collections: ['Mothers day'],
      materials: ['recycled-silver'],
      gemstones: [bareStone('LARIMAR')],
    }
    expect(await importFile('first.json', json(first))).toMatchObject({ code: 0 })
    await desk(on.shop, 'content', 'set', 'hero', '2', '--link', '/products?collection=Mothers+day')
    await desk(on.shop, 'content', 'set', 'hero', '3', '--link', '/products?gemstone=larimar')
    const lists = JSON.stringify({
      collections: [{ name: 'Mother’s Day' }],
      materials: [{ name: 'Recycled Silver', description: 'From old spoons.' }],
      gemstones: [{ name: 'Larimar' }],
    })
    const said =
      '0 new, 0 changed, 0 as they were.\nNew descriptions:\n  Recycled Silver\nSpelt otherwise:\n  Mothers day → Mother’s Day\n  recycled-silver → Recycled Silver\n  LARIMAR → Larimar\nThe home page leads there: hero 2. Please change that with content set.'
    const dry = await importFile('lists.json', lists, '--dry-run')
    expect(dry).toEqual({
      code: 0,
      text: `This was a dry run: nothing was changed. It would have been: ${said}`,
    })
    expect((await shown('mother')).collections).toEqual([{ name: 'Mothers day' }])
    expect((await importFile('lists.json', lists)).text).toBe(said)
    expect((await importFile('lists.json', lists)).text).toBe('0 new, 0 changed, 0 as they were.')

    expect(await shown('mother')).toMatchObject({
      collections: [{ name: 'Mother’s Day' }],
      materials: [{ name: 'Recycled Silver', description: 'From old spoons.' }],
    })
    const counted = async (path: string) =>
      ((await on.shop.call('GET', path)).body as { count: number }).count
    expect(await counted(`${paths.products}?collection=${encodeURIComponent('Mother’s Day')}`)).toBe(1)
    expect(await counted(`${paths.search}?query=${encodeURIComponent('mother’s day')}`)).toBe(1)
    const { rows } = await on.shop.pool.query("select search_names from products where sku = 'MOTHER-1'")
    expect(rows[0]?.search_names).toContain('mother’s day recycled silver larimar')
    // A piece is filed under it however its own row spells it, and changes nothing of that.
    expect((await importFile('first.json', json(first))).text).toBe('0 new, 0 changed, 1 as they were.')
    expect((await shown('mother')).collections).toEqual([{ name: 'Mother’s Day' }])
    await desk(on.shop, 'catalogue', 'remove', 'MOTHER-1')
  })

  test('an import looks after the words of those pieces only that it names otherwise', async () => {
    const words = async () =>
      (await on.shop.pool.query("select search_names from products where sku = 'DMS-R-001'")).rows[0]
        ?.search_names
    await on.shop.pool.query("update products set search_names = 'untouched' where sku = 'DMS-R-001'")
    // A new piece has its words from the start: its sets are written once.
    await on.shop.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'written again'; end $$`)
    await on.shop.pool.query(
      'create trigger refuse before update on products for each row execute function refuse()',
    )
    const fresh = await importFile('other.json', json({ ...whole, sku: 'WORDS-1', slug: 'words' }))
    expect(fresh.text).toContain('1 new, 0 changed')
    await on.shop.pool.query('drop function refuse cascade')
    await importFile('cheaper.json', json({ sku: 'WORDS-1', price: 24_800 }, { sku: 'DMS-R-001', weight: 5 }))
    expect(await words()).toBe('untouched')
    await importFile('renamed.json', json({ sku: 'DMS-R-001', collections: ['Everyday Gold'] }))
    expect(await words()).toContain('everyday gold')
    await on.shop.pool.query("delete from products where sku = 'WORDS-1'")
  })

  test('what a piece is found by it is found by after each change, and on a phone without a network, too', async () => {
    const words = async () => {
      const { rows } = await on.shop.pool.query(
        `select search_names from products where sku = '${whole.sku}'`,
      )
      return String(rows[0]?.search_names)
    }
    expect(await importFile('whole.json', json(whole))).toMatchObject({ code: 0 })
    const changes = Object.entries(otherwise)
    for (const [place, field] of ['none', ...Object.keys(otherwise)].entries()) {
      const changed = Object.fromEntries(changes.slice(0, place))
      const said = await importFile('change.json', json({ sku: whole.sku, ...changed }))
      expect(said.code, said.text).toBe(0)
      const found = await words()
      const piece = await shown(whole.slug)
      for (const word of wordsIn(found)) expect(searchSaved([piece], word), word).toEqual([piece])
      await refreshSearchNames(on.shop.db)
      expect(found, field).toBe(await words())
    }
    await desk(on.shop, 'catalogue', 'remove', whole.sku)
  })

  test('what fails halfway leaves nothing behind', async () => {
    expect(await importFile('a.json', json(sized('HALF-1', 'HALF-1-L')))).toMatchObject({ code: 0 })
    const before = await everything()
    // Each is valid by itself; the database refuses them after the first pieces were written.
    await on.shop.pool.query("alter table products add constraint no_half check (slug <> 'half-2')")
    const said = await importFile(
      'b.json',
      json(
        { ...opal, sku: 'HALF-0', slug: 'half-0' },
        sized('HALF-1', 'HALF-3-L'),
        sized('HALF-2', 'HALF-2-L'),
      ),
    )
    await on.shop.pool.query('alter table products drop constraint no_half')
    expect(said).toMatchObject({ code: 1, text: expect.stringContaining('It could not be done') })
    expect(await everything()).toEqual(before)
  })
})

test('the demo catalogue can be imported from its own folder, and is there already', async () => {
  const shop = await openShop()
  try {
    const said = await desk(shop, 'catalogue', 'import', 'catalogue/catalogue.json', '--dry-run')
    const nothing = 'It would have been: 0 new, 0 changed, 56 as they were.'
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining(nothing) })
  } finally {
    await shop.close()
  }
})
