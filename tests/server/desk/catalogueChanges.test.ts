import { describe, expect, test } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { paths } from '#contract/paths.ts'
import { readPieces } from '#server/catalogue/records.ts'
import { data, messageOf, newShopper, readyShopper } from '#tests/server/orders/pieces.ts'
import { bareStone } from '#tests/support/pieces.ts'
import { engines } from '#tests/support/shop.ts'
import { desk } from './desk.ts'
import { catalogueOn, json, opal, variantColumns } from './importing.ts'

describe.each(engines())('changes to pieces and their variants by a file on %s', (engine) => {
  const on = catalogueOn(engine)
  const { importFile, exportFile, shown, everything } = on

  test('a file with a few columns changes only those', async () => {
    const before = await shown('oval-signet-ring')
    const [variant] = (
      await on.shop.pool.query('select sku from variants where product_id = $1', [before.id])
    ).rows
    expect(variant).toBeDefined()
    const earrings = await shown('pearl-stud-earrings')
    expect(await importFile('prices.csv', `sku,price\n${earrings.sku.toLowerCase()},99.50\n`)).toMatchObject({
      code: 0,
      text: expect.stringContaining('0 new, 1 changed, 0 as they were.'),
    })
    expect(await shown('pearl-stud-earrings')).toEqual({ ...earrings, price: '99.50' })
    const said = await importFile('ring.csv', `sku,price\n${before.sku},1\n`)
    expect(said.text).toMatch(/price +is £1\.00, but its cheapest variant costs £/)
  })

  test('a new price that reaches an earlier one, for which the file has no column, is told which that is', async () => {
    await importFile(
      'reduced.json',
      json({ ...opal, sku: 'RAISED-1', slug: 'raised-ring', price: 20_000, compare_at_price: 25_000 }),
    )
    const raised = await importFile('raised.csv', 'sku,price\nRAISED-1,250\n')
    expect(raised.text).toMatch(
      /2 +RAISED-1 +compare_at_price +must be higher than the price, or empty: it is £250\.00, and the price £250\.00/,
    )
    expect(await importFile('both.csv', 'sku,price,compare_at_price\nRAISED-1,250,\n')).toMatchObject({
      code: 0,
    })
    await on.shop.pool.query("delete from products where sku = 'RAISED-1'")
  })

  test('a title and a description that are a piece’s name and short description go on being so', async () => {
    const slug = 'named-ring'
    await importFile('new.json', json({ ...opal, sku: 'NAMED-1', slug }))
    const [header = '', ...rows] = (await exportFile('all.csv')).split('\r\n')
    const row = rows.find((row) => row.startsWith('NAMED-1,')) ?? ''
    await importFile('all.csv', [header, row.replace('Opal Ring', 'Jade Ring')].join('\n'))
    await importFile('text.csv', 'sku,short_description\nNAMED-1,A jade')
    expect(await shown(slug)).toMatchObject({
      name: 'Jade Ring',
      meta_title: 'Jade Ring',
      meta_description: 'A jade',
    })
    await importFile('all.json', (await exportFile('all.json')).replace('"Jade Ring"', '"Jade Hoop"'))
    expect(await shown(slug)).toMatchObject({ name: 'Jade Hoop', meta_title: 'Jade Hoop' })
    await importFile('title.csv', 'sku,name,meta_title\nNAMED-1,Jade Band,Rings of jade')
    await importFile('name.csv', 'sku,name\nNAMED-1,Pine Band')
    expect(await shown(slug)).toMatchObject({ name: 'Pine Band', meta_title: 'Rings of jade' })
    await on.shop.pool.query("delete from products where sku = 'NAMED-1'")
  })

  test('a title and a description that are emptied are the piece’s name and short description again', async () => {
    const own = { meta_title: 'Rings of opal', meta_description: 'Opals by hand' }
    const written = json({ ...opal, ...own, sku: 'OWN-1', slug: 'own-ring' })
    await importFile('own.json', written)
    await importFile('title.csv', 'sku,meta_title\nOWN-1,\n')
    expect(await shown('own-ring')).toMatchObject({ ...own, meta_title: opal.name })
    await importFile('both.csv', 'sku,short_description,meta_description\nOWN-1,A jade,\n')
    expect(await shown('own-ring')).toMatchObject({ meta_title: opal.name, meta_description: 'A jade' })
    await importFile('own.json', written)
    await importFile('name.csv', 'sku,name,meta_title\nOWN-1,Jade Ring,\n')
    expect(await shown('own-ring')).toMatchObject({ ...own, name: 'Jade Ring', meta_title: 'Jade Ring' })
    // What is wrong with the name is told of the name alone.
    const long = await importFile('long.csv', `sku,name,meta_title\nOWN-1,${'x'.repeat(201)},\n`)
    expect(long.text).toMatch(/name +must have at most 200 characters\n\n1 thing/)
    await on.shop.pool.query("delete from products where sku = 'OWN-1'")
  })

  test('variants keep their ids, so that a cart keeps what is in it', async () => {
    const rows = (price: string) =>
      [
        'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity',
        `SIZED-1,Sized Ring,rings,Short,Long,2,Ring size,SIZED-1-L,L,${price},2`,
        'SIZED-1,,,,,,,SIZED-1-M,M,300,4',
        ',,,,,,,SIZED-1-N,N,310,1',
      ].join('\n')
    expect(await importFile('sized.csv', rows('250'))).toMatchObject({ code: 0 })
    const piece = await shown('sized-ring')
    expect(piece).toMatchObject({ price: '250.00', stock_quantity: 7, variant_label: 'Ring size' })
    const shopper = await newShopper(on.shop)
    expect((await shopper.add(piece.id, 1, piece.variants[1]?.id)).status).toBe(201)
    await importFile('sized.csv', rows('290').replace(/\n.*SIZED-1-N.*$/, ''))
    const after = await shown('sized-ring')
    expect(after).toMatchObject({ price: '290.00', stock_quantity: 6 })
    expect(after.variants.map(({ id }) => id)).toEqual(piece.variants.slice(0, 2).map(({ id }) => id))
    // Capitals make no difference to a SKU, and the shop's stay as they are.
    expect(await importFile('sized.csv', rows('295').toLowerCase())).toMatchObject({ code: 0 })
    const respelt = await shown('sized-ring')
    expect([respelt.id, respelt.sku, respelt.price]).toEqual([piece.id, 'SIZED-1', '295.00'])
    expect(respelt.variants.slice(0, 2).map(({ id }) => id)).toEqual(after.variants.map(({ id }) => id))
    const cart = (await shopper.call('GET', paths.cart)).body as { data: { items: unknown[] } }
    expect(cart.data.items).toHaveLength(1)
    expect((await importFile('bad.csv', rows('250').replace('300,4', 'x,4'))).text).toMatch(
      /3 +SIZED-1 +variant_price +must be an amount such as 249\.00, at most £1,000,000, not “x”/,
    )
  })

  test('a row that says something of a variant and names none is refused: all of them would go', async () => {
    await importFile(
      'named.csv',
      [
        variantColumns,
        'NONE-1,None Ring,rings,Short,Long,2,Size,NONE-1-L,L,250,2',
        'NONE-1,,,,,,,NONE-1-M,M,260,4',
      ].join('\n'),
    )
    const before = await shown('none-ring')
    expect(before.variants).toHaveLength(2)
    const header = 'sku,variant_sku,variant_name,variant_price,variant_stock_quantity'
    for (const [row, ...rows] of [
      [2, header, 'NONE-1,,L,250,2'],
      [3, header, 'NONE-1,NONE-1-L,L,250,2', 'NONE-1,,M,260,4'],
      [3, header, 'NONE-1,NONE-1-L,L,250,2', ',,,,4'],
      [2, 'sku,variant_price', 'NONE-1,250'],
    ] as const)
      expect(await importFile('nameless.csv', rows.join('\n'))).toMatchObject({
        code: 1,
        text: expect.stringMatching(
          new RegExp(
            `${row} +NONE-1 +variant_sku +is missing: the row says something of a variant\n\n1 thing`,
          ),
        ),
      })
    expect(await shown('none-ring')).toEqual(before)
    await on.shop.pool.query("delete from products where sku = 'NONE-1'")
  })

  test('a piece whose first row is taken out with its size keeps all that only that row said', async () => {
    const picture = { image: '/pictures/rings/oval-signet-ring-1', alt_text: 'A ring', is_default: true }
    const size = (name: string) => ({ name, sku: `FIRST-1-${name}`, price: 24_900, stock_quantity: 3 })
    const told = {
      collections: ['Colour Stories'],
      materials: ['Platinum'],
      gemstones: [bareStone('Ruby')],
      images: [picture],
    }
    const piece = { ...opal, ...told, sku: 'FIRST-1', slug: 'first', variant_label: 'Ring size' }
    const { price: _price, stock_quantity: _stock, ...sized } = { ...piece, variants: [size('L'), size('M')] }
    expect(await importFile('first.json', json(sized))).toMatchObject({ code: 0 })
    const recordOf = async () => (await readPieces(on.shop.db, ['FIRST-1']))[0]?.record
    const before = await recordOf()
    const rows = (await exportFile('all.csv')).split('\r\n')
    const fewer = rows.filter((row) => !row.startsWith('FIRST-1,') || !row.includes('FIRST-1-L'))
    expect(fewer).toHaveLength(rows.length - 1)
    const few = 'sku,collections,materials,gemstones,images,image_texts,variant_sku\nFIRST-1,,,,,,FIRST-1-M'
    for (const content of [few, fewer.join('\r\n')]) {
      expect(await importFile('again.json', json(sized))).toMatchObject({ code: 0 })
      const said = await importFile('fewer.csv', content)
      expect(said).toMatchObject({ code: 0, text: expect.stringContaining('0 new, 1 changed') })
      expect(said.text).not.toContain('lose')
      expect(await recordOf()).toEqual({ ...before, stock_quantity: 3, variants: before?.variants.slice(1) })
    }
    // Of a piece that the shop has not, such a row still says too little.
    const alone = fewer.map((row) => row.replaceAll('FIRST-1', 'FIRST-2'))
    expect((await importFile('alone.csv', alone.join('\r\n'))).text).toMatch(
      /FIRST-2 +name +is missing: no piece has this SKU yet/,
    )
    await on.shop.pool.query("delete from products where sku = 'FIRST-1'")
  })

  test('a list of prices that names sizes by their own SKUs is told so, once for each, and not that they are new', async () => {
    const [piece] = (await readPieces(on.shop.db)).filter(({ record }) => record.variants.length > 1)
    const { sku, name, variants: sizes = [] } = piece?.record ?? {}
    const rows = sizes.slice(0, 2).map((size) => `${size.sku.toLowerCase()},1700`)
    const said = await importFile('prices.csv', ['sku,price', ...rows].join('\n'))
    expect(said.code).toBe(1)
    const what = `is a variant of ${name}: write ${sku} here, and all of its variants under variant_sku; or change this one with the commands price and stock`
    expect(said.text.split(what)).toHaveLength(3)
    expect(said.text).toContain('2 things are wrong')
  })

  test('a piece that would lose all its pictures is pointed out, before it does and after', async () => {
    const image = { image: '/pictures/rings/oval-signet-ring-1', alt_text: 'A ring', is_default: true }
    await importFile('shown.json', json({ ...opal, sku: 'SHOWN-1', slug: 'shown', images: [image] }))
    for (const words of [['--dry-run'], []])
      expect(await importFile('bare.csv', 'sku,images,image_texts\nSHOWN-1,,\n', ...words)).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /\nPieces that lose all their pictures\. Is that right\?\n {2}SHOWN-1 {2}Opal Ring$/,
        ),
      })
    expect((await importFile('bare.csv', 'sku,images,image_texts\nSHOWN-1,,\n')).text).not.toContain('lose')
    await on.shop.pool.query("delete from products where sku = 'SHOWN-1'")
  })

  test('two variants of a piece cannot have one name, unless the shop has them so already', async () => {
    const rows = (...sizes: string[]) =>
      [
        'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity',
        ...sizes.map((size) => `TWIN-1,Twin Ring,rings,Short,Long,2,Ring size,${size},250,1`),
      ].join('\n')
    const twin = (row: number) =>
      new RegExp(`${row} +TWIN-1 +variant_name +is that of another variant of this piece already\n\n1 thing`)
    expect((await importFile('twins.csv', rows('TWIN-1-L,L', 'TWIN-1-M,M', 'TWIN-1-N,l'))).text).toMatch(
      twin(4),
    )
    // A row that is there twice is told of its SKU.
    expect((await importFile('twice.csv', rows('TWIN-1-L,L', 'TWIN-1-L,L'))).text).toMatch(
      /3 +TWIN-1 +variant_sku +is that of row 2 already\n\n1 thing/,
    )
    expect(await importFile('sizes.csv', rows('TWIN-1-L,L', 'TWIN-1-M,M'))).toMatchObject({ code: 0 })
    // Told of the one that is called otherwise than it was.
    const renamed = 'sku,variant_sku,variant_name\nTWIN-1,TWIN-1-L,M\nTWIN-1,TWIN-1-M,M'
    expect((await importFile('renamed.csv', renamed)).text).toMatch(twin(2))
    const swapped = 'sku,variant_sku,variant_name\nTWIN-1,TWIN-1-L,M\nTWIN-1,TWIN-1-M,L'
    expect(await importFile('swapped.csv', swapped)).toMatchObject({ code: 0 })

    await on.shop.pool.query("update variants set name = 'L' where sku like 'TWIN-1-%'")
    const before = await everything()
    expect(await importFile('all.csv', await exportFile('all.csv'))).toMatchObject({ code: 0 })
    expect(await everything()).toEqual(before)
    const price = 'sku,variant_sku,variant_price\nTWIN-1,TWIN-1-L,260\nTWIN-1,TWIN-1-M,270'
    expect(await importFile('prices.csv', price)).toMatchObject({ code: 0 })
    const third = `${rows('TWIN-1-L,L', 'TWIN-1-M,L', 'TWIN-1-N,L')}`
    expect((await importFile('third.csv', third)).text).toMatch(twin(4))
    await on.shop.pool.query("delete from products where sku = 'TWIN-1'")
  })

  test('a SKU whose zeros a spreadsheet has dropped is refused: it would be another piece’s or variant’s', async () => {
    const sized = { ...opal, sku: 'ZERO-1', slug: 'zero', variant_label: 'Ring size' }
    const size = (sku: string, name: string) => ({ sku, name, price: 24_900, stock_quantity: 3 })
    const { price: _price, stock_quantity: _stock, ...whole } = sized
    const variants = [size('0041', 'L'), size('0042', 'M')]
    await importFile('zero.json', json({ ...whole, variants }, { ...opal, sku: '0050', slug: 'fifty' }))
    const before = await everything()
    const dropped = (sku: string) => `is ${sku} in the shop: a spreadsheet has dropped the zeros in front`
    const header = 'sku,variant_sku,variant_name,variant_price,variant_stock_quantity'
    const said = await importFile('sizes.csv', `${header}\nZERO-1,41,L,249,3\nZERO-1,0042,M,249,3`)
    expect(said).toMatchObject({ code: 1 })
    expect(said.text).toMatch(new RegExp(`2 +ZERO-1 +variant_sku +${dropped('0041')}\n\n1 thing`))
    const few = await importFile('few.csv', 'sku,variant_sku,variant_price\nZERO-1,41,249\nZERO-1,42,249')
    for (const [row, sku] of [
      [2, '0041'],
      [3, '0042'],
    ] as const)
      expect(few.text).toMatch(new RegExp(`${row} +ZERO-1 +variant_sku +${dropped(sku)}`))
    for (const content of [
      'sku,name,category,short_description,description,weight,price,stock_quantity\n50,Other,rings,Short,Long,2,249,3',
      'sku,price\n50,249',
    ])
      expect((await importFile('piece.csv', content)).text).toMatch(
        new RegExp(`2 +50 +sku +${dropped('0050')}`),
      )
    expect(await everything()).toEqual(before)

    // One that stays is not meant by another, and zeros that are new were written by somebody.
    const beside = `${header}\nZERO-1,0041,L,249,3\nZERO-1,0042,M,249,3\nZERO-1,41,N,249,3`
    expect(await importFile('beside.csv', beside)).toMatchObject({ code: 0 })
    const mended = `${header}\nZERO-1,0041,L,249,3\nZERO-1,0042,M,249,3\nZERO-1,00041,N,249,3`
    expect(await importFile('mended.csv', mended)).toMatchObject({ code: 0 })
    const both = json({ sku: '0050' }, { ...opal, sku: '50', slug: 'fifty-too' })
    expect(await importFile('both.json', both)).toMatchObject({ code: 0 })
    await on.shop.pool.query("delete from products where sku in ('ZERO-1', '0050', '50')")
  })

  test('a SKU that a spreadsheet has shortened as a long number is refused, unless the shop has such a one', async () => {
    const before = await everything()
    const shortened = 'is a long number that a spreadsheet has shortened: have it import the column as text'
    const columns = 'sku,name,category,short_description,description,weight,price,stock_quantity'
    // As Excel saves 5012345678900 and 5012345678917 to CSV.
    const said = await importFile(
      'long.csv',
      `${columns}\n5.01235E+12,One,rings,Short,Long,2,249,3\n5.01235E+12,Two,rings,Short,Long,2,249,3`,
    )
    expect(said.text).toMatch(new RegExp(`2 +5\\.01235E\\+12 +sku +${shortened}`))
    const sizes =
      'variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity\nL-1,Long,rings,Short,Long,2,,,Size,"5,01E+12",L,249,3'
    expect((await importFile('sizes.csv', `${columns},${sizes}`)).text).toMatch(
      new RegExp(`2 +L-1 +variant_sku +${shortened}`),
    )
    expect(await everything()).toEqual(before)

    await importFile('long.json', json({ ...opal, sku: '50E-12', slug: 'long' }))
    await on.shop.pool.query("update products set sku = '5.0E+12' where sku = '50E-12'")
    expect((await importFile('again.csv', await exportFile('again.csv'))).text).toMatch(/^0 new, 0 changed, /)
    await on.shop.pool.query("delete from products where sku = '5.0E+12'")
  })

  test('what a spreadsheet shows of a formula that fails is no text of a piece', async () => {
    for (const [column, cell] of [
      ['name', '#N/A'],
      ['short_description', '#NAME?'],
      ['description', '#REF!'],
      ['variant_label', 'Err:508'],
      ['collections', '#VALUE!'],
    ] as const)
      expect((await importFile('failed.csv', `sku,${column}\nDMS-E-001,${cell}`)).text).toMatch(
        new RegExp(`2 +DMS-E-001 +${column} +must be a value, not “${cell.replace('?', '\\?')}”\n\n1 thing`),
      )
  })

  test('a row without a SKU is of the piece above it, and capitals make no other piece of one', async () => {
    const rows = (...lines: string[]) => [variantColumns, ...lines].join('\n')
    const first = 'ABOVE-1,Above One,rings,Short,Long,2,Size,ABOVE-1-A,A,250,1'
    const second = 'ABOVE-2,Above Two,rings,Short,Long,2,Size,ABOVE-2-A,A,250,1'
    const said = await importFile(
      'above.csv',
      rows(
        first,
        second,
        'ABOVE-1,,,,,,,ABOVE-1-B,B,250,1',
        ',,,,,,,ABOVE-1-C,C,250,1',
        'above-1,,,,,,,ABOVE-1-D,D,250,1',
      ),
    )
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining('2 new') })
    const variantsOf = async (slug: string) => (await shown(slug)).variants.map(({ name }) => name)
    expect(await variantsOf('above-one')).toEqual(['A', 'B', 'C', 'D'])
    expect(await variantsOf('above-two')).toEqual(['A'])
    // Nor is it of one further up, if the row above is of none.
    const orphan = rows(first, ',Above Two,rings,Short,Long,2,Size,,,,', ',,,,,,,ABOVE-2-B,B,250,1')
    expect((await importFile('orphan.csv', orphan)).text).toMatch(
      /\n +3 +sku +is missing\n +4 +sku +is missing\n/,
    )
    await on.shop.pool.query("delete from products where sku like 'ABOVE-%'")
  })

  test('a price with its point in the wrong place is pointed out, before anything is changed and after it', async () => {
    const rows = (piece: string, small: string, large: string) =>
      [
        'sku,name,category,short_description,description,weight,price,variant_label,variant_sku,variant_name,variant_price,stock_quantity,variant_stock_quantity',
        `STEEP-1,Steep Ring,rings,Short,Long,2,${piece},,,,,4,`,
        `STEEP-2,Sized Steep Ring,rings,Short,Long,2,,Ring size,STEEP-2-L,L,${small},,4`,
        `STEEP-2,,,,,,,,STEEP-2-M,M,${large},,4`,
      ].join('\n')
    const question = 'Prices at most half of what they were, or at least twice. Is that right?'
    expect((await importFile('new.csv', rows('2490', '249', '251'))).text).not.toContain(question)
    const wrong = rows('249.0', '250', '25100')
    for (const words of [['--dry-run'], []]) {
      const { code, text } = await importFile('wrong.csv', wrong, ...words)
      expect(code).toBe(0)
      expect(text).toContain(
        `${question}\n  STEEP-1  Steep Ring: £2,490.00 → £249.00\n  STEEP-2-M  Sized Steep Ring, M: £251.00 → £25,100.00`,
      )
      expect(text).not.toContain('Sized Steep Ring, L:')
    }
    await on.shop.pool.query("delete from products where sku like 'STEEP-%'")
  })

  test('stock that a file changes is pointed out, before anything is changed and after it', async () => {
    const made = [
      `${variantColumns},price,stock_quantity`,
      'SOLD-1,Sold Ring,rings,Short,Long,2,Ring size,SOLD-1-L,L,250,2,,',
      'SOLD-1,,,,,,,SOLD-1-M,M,250,1,,',
      'SOLD-2,Sold Band,rings,Short,Long,2,,,,,,99,4',
    ].join('\n')
    const question = 'Stock that changes. Have you just counted?'
    expect((await importFile('new.csv', made)).text).not.toContain(question)

    const [header = '', ...rows] = (await exportFile('all.csv')).split('\r\n')
    const ours = rows.filter((row) => row.startsWith('SOLD-')).map((row) => row.replace('250.00', '260.00'))
    await desk(on.shop, 'stock', 'SOLD-1-M', '-1')
    await desk(on.shop, 'stock', 'SOLD-2', '-3')
    for (const words of [['--dry-run'], []]) {
      const { code, text } = await importFile('prices.csv', [header, ...ours].join('\n'), ...words)
      expect(code).toBe(0)
      expect(text).toContain(`${question}\n  SOLD-1-M  Sold Ring, M: 0 → 1\n  SOLD-2  Sold Band: 1 → 4`)
      expect(text).not.toContain('Sold Ring, L:')
    }
    const prices = ['sku,variant_sku,variant_price', 'SOLD-1,SOLD-1-L,270', 'SOLD-1,SOLD-1-M,270']
    expect((await importFile('only.csv', prices.join('\n'))).text).not.toContain(question)
    await on.shop.pool.query("delete from products where sku like 'SOLD-%'")
  })

  test('a variant that an import lets go stays in carts, to be had no more, and keeps its cart from being ordered', async () => {
    const rows = (...sizes: string[]) =>
      [
        'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity',
        ...sizes.map(
          (size, at) => `LET-1,Let Ring,rings,Short,Long,2,Ring size,LET-1-${size},${size},25${at},4`,
        ),
      ].join('\n')
    await importFile('sizes.csv', rows('L', 'M', 'N'))
    const piece = await shown('let-ring')
    const [large = 0, medium = 0] = piece.variants.map(({ id }) => id)
    const shopper = await readyShopper(on.shop, [
      { product_id: piece.id, variant_id: large },
      { product_id: piece.id, variant_id: medium, quantity: 2 },
    ])
    expect(await importFile('fewer.csv', rows('N', 'O'), '--dry-run')).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /\nVariants that are removed:\n {2}LET-1-L {2}Let Ring, L\n {2}LET-1-M {2}Let Ring, M$/,
      ),
    })
    expect((await importFile('fewer.csv', rows('N', 'O'))).text).toContain('Variants that are removed:')

    const items = async () => data<Cart>(await shopper.call('GET', paths.cart)).items
    const [first, second] = await items()
    expect([first, second]).toMatchObject([
      { variant: { id: large, name: 'L', price: '250.00', stock_quantity: 0 }, quantity: 1 },
      { variant: { id: medium, name: 'M', price: '251.00', stock_quantity: 0 }, quantity: 2 },
    ])
    const refused = await shopper.checkout()
    expect([refused.status, messageOf(refused)]).toEqual([409, checkoutTexts.outOfStock])
    const more = await shopper.call('PUT', paths.cartItem(second?.id ?? ''), { body: { quantity: 1 } })
    expect([more.status, messageOf(more)]).toEqual([400, catalogueTexts.outOfStock])

    for (const { id } of await items())
      expect((await shopper.call('DELETE', paths.cartItem(id))).status).toBe(200)
    await shopper.add(piece.id, 1, (await shown('let-ring')).variants[1]?.id)
    expect((await shopper.checkout()).status).toBe(201)
    await on.shop.pool.query("delete from products where sku = 'LET-1'")
  })

  test('what variants differ in goes with the last of them: by its label an order sees that a piece has some now', async () => {
    const label = async () => (await shown('band')).variant_label
    const band = { ...opal, sku: 'BAND-1', slug: 'band', variant_label: 'Ring size' }
    await importFile('plain.json', json(band))
    expect(await label()).toBeNull()
    const large = { name: 'L', sku: 'BAND-1-L', price: 24_900, stock_quantity: 3 }
    await importFile('sized.json', json({ ...band, variants: [large] }))
    expect(await label()).toBe('Ring size')
    await importFile('again.json', json({ sku: 'BAND-1', stock_quantity: 3, variants: [] }))
    expect(await label()).toBeNull()
    await on.shop.pool.query("delete from products where sku = 'BAND-1'")
  })

  test('what a file of variants has no column for stays as it is', async () => {
    const rows = (...lines: string[]) => lines.join('\n')
    const whole = rows(
      'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_compare_at_price,variant_stock_quantity',
      'PART-1,Part Ring,rings,Short,Long,2,Ring size,PART-1-L,L,250,300,2',
      'PART-1,,,,,,,PART-1-M,M,260,,4',
    )
    expect(await importFile('whole.csv', whole)).toMatchObject({ code: 0 })
    const before = await shown('part-ring')
    const [large, medium] = before.variants
    expect(large).toMatchObject({ compare_at_price: '300.00' })

    const stock = rows('sku,variant_sku,variant_stock_quantity', 'PART-1,PART-1-L,3', 'PART-1,PART-1-M,4')
    expect(await importFile('stock.csv', stock)).toMatchObject({ code: 0 })
    expect(await shown('part-ring')).toEqual({
      ...before,
      stock_quantity: 7,
      variants: [{ ...large, stock_quantity: 3 }, medium],
    })
    expect((await importFile('stock.csv', stock)).text).toBe('0 new, 0 changed, 1 as they were.')

    const prices = rows('sku,variant_sku,variant_price', 'PART-1,PART-1-L,240', 'PART-1,PART-1-M,260')
    expect(await importFile('prices.csv', prices)).toMatchObject({ code: 0 })
    expect(await shown('part-ring')).toMatchObject({
      price: '240.00',
      compare_at_price: '300.00',
      stock_quantity: 7,
      variants: [
        { name: 'L', price: '240.00', compare_at_price: '300.00', stock_quantity: 3 },
        { name: 'M', price: '260.00', compare_at_price: null, stock_quantity: 4 },
      ],
    })
    // The price of the piece, that is of its cheapest variant, is nobody else's.
    const counted = rows(
      'sku,price,variant_sku,variant_price,variant_stock_quantity',
      'PART-1,240,PART-1-L,240,3',
      'PART-1,,PART-1-M,,4',
    )
    expect((await importFile('counted.csv', counted)).text).toBe('0 new, 0 changed, 1 as they were.')
    // A new one has nothing to keep.
    expect((await importFile('new.csv', rows(prices, 'PART-1,PART-1-N,270'))).text).toMatch(
      /4 +PART-1 +variant_stock_quantity +must be a whole number, such as 12/,
    )
    // If there is a column, an empty cell removes the earlier price, as it does for a piece.
    const plain = rows('sku,variant_sku,variant_compare_at_price', 'PART-1,PART-1-L,', 'PART-1,PART-1-M,')
    expect(await importFile('plain.csv', plain)).toMatchObject({ code: 0 })
    expect(await shown('part-ring')).toMatchObject({ price: '240.00', compare_at_price: null })
    await on.shop.pool.query("delete from products where sku = 'PART-1'")
  })
})
