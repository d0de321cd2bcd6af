import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { bareStone } from '#tests/support/pieces.ts'
import { engines } from '#tests/support/shop.ts'
import { desk } from './desk.ts'
import { catalogueOn, json, opal } from './importing.ts'

describe.each(engines())('a file of the catalogue on %s', (engine) => {
  const on = catalogueOn(engine)
  const { file, importFile, exportFile, shown, everything } = on

  test.each(['all.json', 'all.csv'])(
    'exported to %s and imported again, not one row is written',
    async (name) => {
      const before = await everything()
      const said = await importFile(name, await exportFile(name))
      expect(said).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^0 new, 0 changed, \d+ as they were\.$/),
      })
      expect(await everything()).toEqual(before)
    },
  )

  test('a spreadsheet program finds a piece or a variant in each row, also where a text has lines', async () => {
    const text = 'An opal on gold.\n\nIt opens on a hinge.'
    await importFile('new.json', json({ ...opal, sku: 'LINES-1', slug: 'lines', description: text }))
    // To these programs each line ends a row, unless it is in quotation marks.
    const rows: string[][] = parse(await exportFile('all.csv'), {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    })
    const [header = []] = rows
    expect(rows.filter((row) => row.length !== header.length)).toEqual([])
    const row = rows.find(([sku]) => sku === 'LINES-1') ?? []
    expect(row[header.indexOf('description')]).toBe(text)
    await on.shop.pool.query("delete from products where sku = 'LINES-1'")
  })

  test.each([
    ['a name with a semicolon', { name: 'Diamond; lab-grown' }],
    ['a unit of two words', { size: 1.2, size_unit: 'ct total' }],
    ['a unit without a size', { size_unit: 'mm' }],
    ['a quality with a semicolon', { quality: 'VS1; VS2' }],
    ['a size too small to be written plainly', { size: 1e-7 }],
    ['a unit of two sizes', { size: 8, size_unit: 'mmx6mm' }],
  ])('a stone that a spreadsheet would lead back otherwise is not put into one: %s', async (_what, odd) => {
    const stone = {
      name: 'Diamond',
      size: null,
      size_unit: null,
      quality: null,
      color: null,
      is_main: true,
      ...odd,
    }
    const [{ sku, gemstones }] = JSON.parse(await exportFile('all.json')).products
    const set = (those: object[]) => importFile('one.json', json({ sku, gemstones: those }))
    expect(await set([stone])).toMatchObject({ code: 0 })
    const refused = await desk(on.shop, 'catalogue', 'export', join(on.folder, 'all.csv'))
    expect(refused.code).toBe(1)
    expect(refused.text).toContain(`The stone “${stone.name}” of ${sku}`)
    expect(refused.text).toContain('Export to .json instead.')
    const whole = await importFile('all.json', await exportFile('all.json'))
    expect(whole.text).toMatch(/^0 new, 0 changed, /)
    expect(await set(gemstones)).toMatchObject({ code: 0 })
  })

  test.each([
    ['6x4mm', '6 × 4 mm', 6, '× 4 mm'],
    ['6.50 × 4.5 mm', '6.5 × 4.5 mm', 6.5, '× 4.5 mm'],
    ['6 X 4 x 3', '6 × 4 × 3 mm', 6, '× 4 × 3 mm'],
    ['7-7.5mm', '7–7.5 mm', 7, '–7.5 mm'],
    ['7 – 7.5 mm', '7–7.5 mm', 7, '–7.5 mm'],
    ['0.5ct', '0.5 ct', 0.5, 'ct'],
    ['6.6', '6.6', 6.6, null],
    ['1.5″', '1.5 ″', 1.5, '″'],
  ])('a stone’s size of %s is written as %s', async (cell, written, size, size_unit) => {
    const [{ sku, gemstones }] = JSON.parse(await exportFile('all.json')).products
    const set = (those: object[]) => importFile('one.json', json({ sku, gemstones: those }))
    const said = await importFile('size.csv', `sku,gemstones\n${sku},Freshwater Pearl; ${cell}; main`)
    expect(said).toMatchObject({ code: 0 })
    const [piece] = JSON.parse(await exportFile('all.json')).products
    expect(piece.gemstones).toMatchObject([{ name: 'Freshwater Pearl', size, size_unit, is_main: true }])
    const all = await exportFile('all.csv')
    expect(all).toContain(`Freshwater Pearl; ${written}; main`)
    expect((await importFile('all.csv', all)).text).toMatch(/^0 new, 0 changed, /)
    expect(await set(gemstones)).toMatchObject({ code: 0 })
  })

  test.each([
    ['-7.5mm', 7, '7–7.5 mm', '–7.5 mm'],
    ['- 7.5 mm', 7, '7–7.5 mm', '–7.5 mm'],
    ['x4mm', 6, '6 × 4 mm', '× 4 mm'],
    ['×4', 6, '6 × 4 mm', '× 4 mm'],
    ['x4x3mm', 6, '6 × 4 × 3 mm', '× 4 × 3 mm'],
  ])(
    'a size that files gave as a unit of %s is exported as it was meant, and corrected by its next import',
    async (size_unit, size, written, corrected) => {
      const [{ sku, gemstones }] = JSON.parse(await exportFile('all.json')).products
      const set = (those: object[]) => importFile('one.json', json({ sku, gemstones: those }))
      await set([{ ...bareStone('Diamond'), size, size_unit }])
      const all = await exportFile('all.csv')
      expect(all).toContain(`Diamond; ${written}`)
      expect((await importFile('all.csv', all)).text).toMatch(/^0 new, 1 changed, /)
      const [piece] = JSON.parse(await exportFile('all.json')).products
      expect(piece.gemstones).toMatchObject([{ size, size_unit: corrected }])
      expect(await set(gemstones)).toMatchObject({ code: 0 })
    },
  )

  test('all stones that no spreadsheet can have are told at once, with sizes that are none and how to give them anew', async () => {
    const pieces: { sku: string; gemstones: object[] }[] = JSON.parse(
      await exportFile('all.json'),
    ).products.slice(0, 2)
    const stones = [
      [
        { ...bareStone('Diamond'), size: 8, size_unit: 'mmx6mm' },
        { ...bareStone('Opal'), size: 1, size_unit: '/2ct' },
      ],
      [{ ...bareStone('Ruby'), quality: 'A; B' }],
    ]
    await importFile('odd.json', json(...pieces.map(({ sku }, nth) => ({ sku, gemstones: stones[nth] }))))
    const [first, second] = pieces.map(({ sku }) => sku)
    expect(await desk(on.shop, 'catalogue', 'export', join(on.folder, 'all.csv'))).toEqual({
      code: 1,
      text: [
        'What follows cannot be written to a spreadsheet and read back unchanged:',
        `  The stone “Diamond” of ${first}: its size is “8 mmx6mm”`,
        `  The stone “Opal” of ${first}: its size is “1 /2ct”`,
        `  The stone “Ruby” of ${second}`,
        'Export to .json instead. Or first give these sizes anew, as 6.6 mm, 6 x 4 mm or 7-7.5 mm: import a spreadsheet that has only the columns sku and gemstones, with all the stones of each of these pieces.',
      ].join('\n'),
    })
    const again = `sku,gemstones\n${first},Diamond; 8 x 6 mm | Opal; 0.5 ct\n${second},Ruby`
    expect(await importFile('anew.csv', again)).toMatchObject({ code: 0 })
    expect(await exportFile('all.csv')).toContain('Diamond; 8 × 6 mm | Opal; 0.5 ct')
    const before = pieces.map(({ sku, gemstones }) => ({ sku, gemstones }))
    expect(await importFile('before.json', json(...before))).toMatchObject({ code: 0 })
  })

  test.each([
    ['1/2ct', '“1/2ct” has a fraction; write it with a point, such as 0.5 ct'],
    ['1 1/2 ct', '“1 1/2 ct” has a fraction'],
    ['6mm x 4mm', '“6mm x 4mm” must be a size such as 6.6 mm, 6 x 4 mm or 7-7.5 mm'],
    ['7+mm', '“7+mm” must be a size'],
  ])('a stone’s size of %s is refused', async (cell, wrong) => {
    const said = await importFile('size.csv', `sku,gemstones\nDMS-R-001,Diamond; ${cell}`)
    expect(said).toMatchObject({ code: 1, text: expect.stringContaining(wrong) })
  })

  test('nor is a text with the sign that stands between two of them', async () => {
    const { rows } = await on.shop.pool.query('select id, alt_text from product_images order by id limit 1')
    const say = (text: string) =>
      on.shop.pool.query('update product_images set alt_text = $2 where id = $1', [rows[0].id, text])
    await say('From the front|the side')
    expect(await desk(on.shop, 'catalogue', 'export', join(on.folder, 'all.csv'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('“From the front|the side” contains a |'),
    })
    await say(rows[0].alt_text)
  })

  test('a new piece needs what the manual says, and is what the manual says where its file says nothing', async () => {
    const manual = readFileSync('docs/desk.md', 'utf8')
    const [, needs = '', otherwise = ''] = /A new piece also needs (.+?)\. (.+)/.exec(manual) ?? []
    const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
    const refused = await importFile('bare.csv', 'sku\nBARE-1')
    const missing = refused.text.matchAll(/BARE-1 +(\w+) +is missing/g)
    expect(named(needs).toSorted()).toEqual([...missing].map(([, column = '']) => column).toSorted())

    const whole = ['BARE-1', 'Bare Ring', 'rings', 'Bare.', 'A bare ring.', '249', '1', '2.5']
    const columns = ['sku', 'name', 'category', 'short_description', 'description', 'price', 'stock_quantity']
    const csv = [[...columns, 'weight'], whole].map((row) => row.join(',')).join('\n')
    expect(await importFile('bare.csv', csv)).toMatchObject({ code: 0 })
    const [piece] = await on.shop.db.select().from(products).where(eq(products.sku, 'BARE-1'))
    expect(piece).toMatchObject({
      is_new: true,
      is_featured: false,
      is_bestseller: false,
      low_stock_threshold: 2,
      weight_unit: 'g',
    })
    expect(named(otherwise)).toEqual(['is_new', 'low_stock_threshold'])
    expect(await desk(on.shop, 'catalogue', 'remove', 'BARE-1')).toMatchObject({ code: 0 })
  })

  test('a text that a spreadsheet would take for a formula is none in the file, and comes back as it was', async () => {
    const odd = ['=1+1 Ring', '-5 Ring', '＋1 Ring', "'=1 Ring", "''＠ Ring", "'tis a Ring", "'"]
    const pieces = odd.map((name, nth) => ({ ...opal, name, sku: `ODD-${nth}`, slug: `odd-${nth}` }))
    expect(await importFile('odd.json', json(...pieces))).toMatchObject({ code: 0 })
    const csv = await exportFile('odd.csv')
    const written = odd.map((_name, nth) => csv.split(`ODD-${nth},`)[1]?.split(',')[0])
    expect(written).toEqual([
      "'=1+1 Ring",
      "'-5 Ring",
      "'＋1 Ring",
      "''=1 Ring",
      "'''＠ Ring",
      "'tis a Ring",
      "'",
    ])
    expect((await importFile('odd.csv', csv)).text).toMatch(/^0 new, 0 changed, /)
    await on.shop.pool.query("delete from products where sku like 'ODD-%'")
  })

  test('a spreadsheet as Excel saves it is read, whatever its separator, ends of line and encoding', async () => {
    const csv = await exportFile('all.csv')
    expect(csv.startsWith('\uFEFFsku,')).toBe(true)
    expect(csv).toContain('\r\n')
    const rows = [
      [
        'sku',
        'name',
        'category',
        'short_description',
        'description',
        'price',
        'stock_quantity',
        'weight',
        'is_new',
      ],
      [
        'EXCEL-1',
        'Bague “Été” £',
        'RINGS',
        'Une bague',
        '"On ""two""\r\nlines; yes"',
        '1.249,00',
        '3',
        '2,5',
        'Yes',
      ],
      ['', '', '', '', '', '', '', '', ''],
    ]
    const bad = rows.map((row) => row.join(';')).join('\r\n')
    expect((await importFile('a.csv', `\uFEFF${bad}`)).text).toContain(
      'must be an amount such as 249.00, at most £1,000,000, not “1.249,00”',
    )
    const good = bad.replace('1.249,00', '1249,00')
    for (const content of [
      Buffer.from(`\uFEFF${good}`),
      Buffer.from(good, 'utf8'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, 'utf16le')]),
      Buffer.from(`\uFEFF${good}`, 'utf16le').swap16(),
      Buffer.from(good, 'utf16le'),
      Buffer.from(good, 'utf16le').swap16(),
      Buffer.from(`\uFEFFsep=;\r\n${good}`),
      Buffer.from(good.replace('“Été”', 'Été').replaceAll(';', '\t').replace('lines\t', 'lines;'), 'latin1'),
      // Excel for Mac, with its own encoding of É, é, “, ” and £; only the ends of line tell it from Windows'.
      Buffer.from(
        good
          .replaceAll('\r\n', '\r')
          .replace('“Été” £', '\xd2\x83t\x8e\xd3 \xa3')
          .replace('On ""two""\r', 'On ""two""\n'),
        'latin1',
      ),
    ]) {
      expect(await importFile('b.csv', content)).toMatchObject({ code: 0 })
      const [piece] = (
        await on.shop.pool.query(
          "select name, price, weight, description from products where sku = 'EXCEL-1'",
        )
      ).rows
      expect(piece).toMatchObject({ price: 124_900, weight: 2.5, description: 'On "two"\nlines; yes' })
      expect(piece.name).toMatch(/^Bague “?Été”? £$/)
    }
    await on.shop.pool.query("delete from products where sku = 'EXCEL-1'")
  })

  test('of a file that does not say its encoding, words that tell whether it was read rightly are shown, before it is imported', async () => {
    const row = 'sku,short_description\nOPAL-1,"A woman’s pavé, “très” pavé"'
    const bytes = Buffer.from(row.replace('’', '\x92').replace('“', '\x93').replace('”', '\x94'), 'latin1')
    await importFile('first.json', json({ ...opal, sku: 'OPAL-1', slug: 'opal-1' }))
    const hint =
      'The file is not in UTF-8, and was read so: “woman’s”, “pavé”, “très”. If that is wrong, save it as CSV UTF-8.'
    expect((await importFile('guessed.csv', bytes, '--dry-run')).text).toContain(hint)
    expect((await importFile('guessed.csv', bytes)).text).toContain(hint)
    expect((await importFile('told.csv', row)).text).not.toContain('UTF-8')
    await on.shop.pool.query("delete from products where sku = 'OPAL-1'")
  })

  test('every bad row is reported with its row, column and what is wrong, and nothing of the file is imported', async () => {
    const before = await everything()
    file('empty.jpg', '')
    mkdirSync(join(on.folder, 'pictures'))
    const said = await importFile(
      'bad.csv',
      [
        'sku,name,slug,category,short_description,description,price,compare_at_price,stock_quantity,weight,images,image_texts',
        'NEW-1,Good Ring,good-ring,rings,Short,Long,249.00,,3,2,,',
        'NEW-2,Bad Ring,Bad Ring,rungs,Short,Long,cheap,,3,2,,',
        'NEW-3,,rings,rings,Short,Long,100,90,-1,2,,',
        'NEW-1,Again,again,rings,Short,Long,100,,1,2,,',
        'NEW-4,Shown,oval-signet-ring,rings,Short,Long,100,,1.5,2,no-such.jpg,A ring',
        'NEW-5,Priceless,priceless,rings,Short,Long,,,1,2,,',
        ',Nameless,,rings,Short,Long,100,,1,2,,',
        'NEW-6,Free,free,rings,Short,Long,0,,1,2,,',
        `NEW-7,${'Long '.repeat(50)},,rings,,Long,100,,1,2 g,empty.jpg,`,
        'NEW-8,🌙,,rings,Short,Long,100,,1,2,pictures,A ring',
        'NEW-9,Oval Signet Ring,,rings,Short,Long,100,,1,2,,',
        'NEW-10,Crown,crown,rings,Short,Long,"£1,234,567.89",,1,2,,',
      ].join('\r\n'),
    )
    expect(said.code).toBe(1)
    const told = said.text.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))
    // Who has mistyped a SKU must see that it is the SKU that is wrong.
    const missing = 'is missing: no piece has this SKU yet, and a new one needs it'
    for (const line of [
      ['3', 'NEW-2', 'price', 'must be an amount such as 249.00, at most £1,000,000, not “cheap”'],
      ['3', 'NEW-2', 'slug', 'must be lower-case words joined by hyphens, such as oval-signet-ring'],
      [
        '3',
        'NEW-2',
        'category',
        'must be one of rings, earrings, bracelets, chains, anklets, gifts, pendants',
      ],
      ['4', 'NEW-3', 'name', missing],
      ['4', 'NEW-3', 'slug', 'is the address of a page of the shop'],
      ['4', 'NEW-3', 'stock_quantity', 'must be a number of 0 or more, such as 3, not “-1”'],
      ['5', 'NEW-1', 'sku', 'is that of row 2 already'],
      ['6', 'NEW-4', 'stock_quantity', 'must be a whole number, such as 12'],
      ['6', 'NEW-4', 'images', 'there is no file no-such.jpg'],
      ['7', 'NEW-5', 'price', missing],
      ['8', 'sku', 'is missing'],
      ['9', 'NEW-6', 'price', 'must be more than £0; if it is not for sale, set its stock to 0'],
      ['10', 'NEW-7', 'name', 'must have at most 200 characters'],
      ['10', 'NEW-7', 'short_description', missing],
      ['10', 'NEW-7', 'weight', 'must be a number of 0 or more, such as 3, not “2 g”'],
      ['10', 'NEW-7', 'images', 'empty.jpg is empty'],
      ['10', 'NEW-7', 'image_texts', 'has 0 texts for 1 picture; each needs one, separated by |'],
      ['11', 'NEW-8', 'slug', 'cannot be made from the name: write one, such as oval-signet-ring'],
      ['11', 'NEW-8', 'images', 'pictures is a folder'],
      ['12', 'NEW-9', 'slug', 'belongs to Oval Signet Ring (DMS-R-007) already'],
      ['13', 'NEW-10', 'price', 'must be an amount such as 249.00, at most £1,000,000, not “£1,234,567.89”'],
    ]) {
      expect(told.map((cells) => cells.filter((cell) => cell !== ''))).toContainEqual(line)
    }
    // Each once: not also as missing, nor in what is made from it.
    expect(said.text).toContain('21 things are wrong, so nothing was imported.')
    expect(await everything()).toEqual(before)
  })

  test('a new piece of a very long name has as much of it in its address as an address may have', async () => {
    const fields = { ...opal, sku: 'LONG-1', slug: '', name: 'Opal '.repeat(30).trim(), price: '249.00' }
    const rows = [Object.keys(fields), Object.values(fields)].map((row) => row.join(';'))
    expect(await importFile('long.csv', rows.join('\n'))).toMatchObject({ code: 0 })
    expect((await shown(`opal${'-opal'.repeat(23)}`)).name).toBe(fields.name)
    await on.shop.pool.query("delete from products where sku = 'LONG-1'")
  })

  test('a new piece’s address has every letter of its name that can be written plainly', async () => {
    const name = 'Größe “Œuvre” Bjørk Łódź Ring'
    expect(await importFile('letters.json', json({ ...opal, sku: 'PLAIN-1', name }))).toMatchObject({
      code: 0,
    })
    expect((await shown('grosse-oeuvre-bjork-lodz-ring')).name).toBe(name)
    await on.shop.pool.query("delete from products where sku = 'PLAIN-1'")
  })

  test('what is no table is refused in words that help', async () => {
    for (const [name, content, words] of [
      ['a.csv', 'PK\u0003\u0004', 'The file is a workbook under another name.'],
      ['b.csv', 'sku,name\nX,"5" ring"\n', 'Line 2 has a quotation mark where none can be.'],
      ['c.csv', 'sep=,\nsku,name\nX,5" ring\n', 'Line 3 has a quotation mark where none can be.'],
      [
        'd.csv',
        'sku,name\nX,"5 ring\nY,Ring\n',
        'A quotation mark opens a cell in row 2 and none closes it.',
      ],
      // Where it is noticed, and the row in which a cell was opened and did not end.
      [
        'two.csv',
        'sku,name\nW,"On\nlines"\nX,"5 ring\nY,Ring\nZ,"The ring"\n',
        'Line 6, in row 3 as spreadsheet programs count, has a quotation mark where none can be.',
      ],
      ['e.json', '{"gemstones":[]}', 'The file is not a catalogue: it needs a list called products.'],
      ['e.json', '{"pieces":[]}', 'pieces is nothing that the catalogue knows: its lists are products, '],
      ['f.json', '[{"sku":"X","price":"12.00"}]', 'must be whole pence, such as 24900 for £249.00'],
    ] as const)
      expect(await importFile(name, content)).toMatchObject({ code: 1, text: expect.stringContaining(words) })
    expect(await importFile('g.xlsx', '')).toMatchObject({
      code: 2,
      text: 'That is a workbook. Open it, save the sheet as CSV, and name that file.',
    })
    // A file without its first row has one fault, not one in every cell.
    expect((await importFile('h.csv', 'X,Ring\nY,Ring\n')).text).toMatch(/^3 things are wrong/m)
  })

  describe('a spreadsheet’s cell', () => {
    const imported = async (column: string, cell: string) => {
      const fields = { ...opal, sku: 'CELL-1', slug: 'cell', price: 249, [column]: cell }
      const rows = [Object.keys(fields), Object.values(fields)].map((row) => row.join(';'))
      const { text } = await importFile('cell.csv', rows.join('\n'))
      const found = await on.shop.pool.query(
        `select stock_quantity, weight, created_at from products where sku = 'CELL-1'`,
      )
      await on.shop.pool.query("delete from products where sku = 'CELL-1'")
      const value = found.rows[0]?.[column] ?? text
      return value instanceof Date ? value.toISOString() : value
    }

    test.each([
      ['stock_quantity', '1,000', 1000],
      ['stock_quantity', '12', 12],
      [
        'stock_quantity',
        '1,5',
        expect.stringContaining('must be a whole number, with commas between thousands at most, not “1,5”'),
      ],
      [
        'stock_quantity',
        '1,00',
        expect.stringContaining('must be a whole number, with commas between thousands at most, not “1,00”'),
      ],
      [
        'stock_quantity',
        '1.000',
        expect.stringContaining('must be a whole number, with commas between thousands at most, not “1.000”'),
      ],
      ['weight', '2,5', 2.5],
      ['weight', '1.234', 1.234],
      [
        'weight',
        '1,234',
        expect.stringContaining('could be 1.234 or 1234; write it without a comma, not “1,234”'),
      ],
    ])('%s %s is read as what it means, or refused', async (column, cell, expected) => {
      expect(await imported(column, cell)).toEqual(expected)
    })
  })

  describe('a date', () => {
    const created = async (said: Promise<{ text: string }>) => {
      const { text } = await said
      const { rows } = await on.shop.pool.query("select created_at from products where sku = 'DATE-1'")
      await on.shop.pool.query("delete from products where sku = 'DATE-1'")
      return rows[0]?.created_at.toISOString() ?? text
    }
    const piece = { ...opal, sku: 'DATE-1', slug: 'date' }
    const inJson = (created_at: string) => created(importFile('date.json', json({ ...piece, created_at })))
    const inCsv = (created_at: string) => {
      const fields = { ...piece, price: 249, created_at }
      return created(
        importFile('date.csv', `${Object.keys(fields).join(';')}\n${Object.values(fields).join(';')}`),
      )
    }
    const noDate = expect.stringContaining('must be a date such as 2026-11-21')

    test.each([
      ['2026-11-12', '2026-11-12T00:00:00.000Z'],
      ['2026-11-12T09:00:00.000Z', '2026-11-12T09:00:00.000Z'],
      // Wherever the desk's own clock is.
      ['2026-11-12 09:00', '2026-11-12T09:00:00.000Z'],
      ['2026-11-12T09:00:30', '2026-11-12T09:00:30.000Z'],
      ['2026-11-12 09:00+0100', '2026-11-12T08:00:00.000Z'],
      ['12-11-2026', noDate],
      ['12/11/26', noDate],
      ['11/30/2026', noDate],
      ['31/02/2026', noDate],
      ['2026-02-31', noDate],
      ['2026-11-12 25:00', noDate],
      ['Nov 12 2026', noDate],
    ])('%s is the same in both kinds of file', async (written, expected) => {
      vi.stubEnv('TZ', 'America/New_York')
      try {
        expect([await inJson(written), await inCsv(written)]).toEqual([expected, expected])
      } finally {
        vi.unstubAllEnvs()
      }
    })

    test.each([
      ['12/11/2026', '2026-11-12T00:00:00.000Z'],
      ['12/11/2026 09:00', '2026-11-12T09:00:00.000Z'],
      ['2/1/2026 9:05:30', '2026-01-02T09:05:30.000Z'],
    ])('%s is British in a spreadsheet, and nothing in JSON', async (written, expected) => {
      expect([await inJson(written), await inCsv(written)]).toEqual([noDate, expected])
    })
  })

  test('an unknown column or a missing one is said before anything is done', async () => {
    expect((await importFile('a.csv', 'sku,prise\nX,1\n')).text).toMatch(
      /1 +prise +is not a column of the catalogue/,
    )
    expect((await importFile('b.csv', 'name,price\nX,1\n')).text).toContain(
      'the first row must name the columns, and every row have the piece’s SKU',
    )
    expect((await importFile('texts.csv', 'sku,image_texts\nDMS-R-001,A ring\n')).text).toMatch(
      /1 +image_texts +needs the column images beside it/,
    )
    expect((await importFile('c.json', json({ ...opal, rating: 5 }))).text).toMatch(
      /1 +OPAL-1 +rating +is nothing that/,
    )
    expect(await importFile('d.json', '{')).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not JSON'),
    })
    expect(await importFile('e.txt', '')).toMatchObject({ code: 2 })
    expect(await desk(on.shop, 'catalogue', 'import', '/nowhere/a.csv')).toEqual({
      code: 1,
      text: 'There is no file /nowhere/a.csv.',
    })
    expect(await importFile('f.json', json())).toMatchObject({ code: 1 })
  })

  test.each([
    ['a NUL', { name: 'Opal\0Ring' }, 'name', 'has a character that no text can have'],
    ['half a character', { description: 'An opal \ud83d' }, 'description', 'has a character that no'],
    ['a date of another age', { created_at: '+275760-01-01' }, 'created_at', 'must be a date such as'],
    ['a date before all years', { created_at: '0000-01-01' }, 'created_at', 'must be a date such as'],
  ])(
    'what no database takes is said of its piece, in a dry run too: %s',
    async (_what, odd, column, wrong) => {
      for (const words of [[], ['--dry-run']]) {
        const said = await importFile(
          'odd.json',
          json({ ...opal, sku: 'ODD-1', slug: 'odd', ...odd }),
          ...words,
        )
        expect(said).toMatchObject({
          code: 1,
          text: expect.stringMatching(new RegExp(`1 +ODD-1 +${column} +${wrong}`)),
        })
      }
    },
  )

  test('names stand in one line, the right way round, and are written with one accent however it was typed', async () => {
    const name =
      'Ciel\r\n\tRing \u202e\u2066in \u001b[31mred\u2069 E\u0301te\u0301 \u{1f469}\u200d\u{1f469} 9\u00a0ct'
    const neat = 'Ciel Ring in [31mred Été \u{1f469}\u200d\u{1f469} 9\u00a0ct'
    const piece = {
      ...opal,
      sku: 'NEAT-1',
      slug: 'neat',
      name,
      description: 'An e\u0301toile.\n\n\u202eBy hand.\u0007',
      materials: ['Neat\u2028E\u0301mail'],
      variant_label: 'Ring\nsize',
      variants: [
        { name: 'M\n\u202eor N', sku: 'NEAT-1-M', price: 24_900, compare_at_price: null, stock_quantity: 3 },
      ],
    }
    const said = await importFile('neat.json', json(piece))
    expect(said).toMatchObject({ code: 0, text: expect.stringContaining(`New:\n  NEAT-1  ${neat}\n`) })
    expect(await shown('neat')).toMatchObject({
      name: neat,
      description: 'An étoile.\n\nBy hand.',
      materials: [{ name: 'Neat Émail' }],
      variant_label: 'Ring size',
      variants: [{ name: 'M or N' }],
    })
    expect((await importFile('neat.json', json(piece))).text).toBe('0 new, 0 changed, 1 as they were.')

    // What a shop has already of what pieces are filed under it spells as it did.
    const spelt = 'Neat E\u0301mail'
    await on.shop.pool.query("update materials set name = $1 where name = 'Neat Émail'", [spelt])
    expect((await importFile('neat.json', json(piece))).text).toBe('0 new, 0 changed, 1 as they were.')
    await on.shop.pool.query("delete from products where sku = 'NEAT-1'")
    await on.shop.pool.query('delete from materials where name = $1', [spelt])
  })

  test('a name of which nothing can be seen is none, and what cannot be seen is not in an address', async () => {
    const piece = { ...opal, sku: 'SEEN-1' }
    expect(
      await importFile('seen.json', json({ ...piece, slug: 'seen', name: '\u200b\u2060' })),
    ).toMatchObject({
      code: 1,
      text: expect.stringMatching(/1 +SEEN-1 +name +is missing/),
    })
    expect(
      await importFile('seen.json', json({ ...piece, name: 'Zero\u200bwidth So\u00adlitaire' })),
    ).toMatchObject({ code: 0 })
    expect(await shown('zerowidth-solitaire')).toMatchObject({ sku: 'SEEN-1' })
    await on.shop.pool.query("delete from products where sku = 'SEEN-1'")
  })

  test('a SKU with something in it that cannot be seen is refused: nobody could type it, unless the shop has such a one', async () => {
    const wrong = 'has a character that cannot be seen: type it anew'
    for (const odd of ['SEEN\u200b-2', 'SEEN-\n2', 'SEEN-2\ufeff\u202e', 'SEEN-2\u0007'])
      expect(await importFile('hidden.json', json({ ...opal, sku: odd })), JSON.stringify(odd)).toMatchObject(
        {
          code: 1,
          text: expect.stringMatching(new RegExp(`^ +1 +SEEN.* +sku +${wrong}$`, 'm')),
        },
      )
    const variant = {
      name: 'M',
      sku: 'SEEN-2-\u200bM',
      price: 24_900,
      compare_at_price: null,
      stock_quantity: 3,
    }
    const sized = { ...opal, sku: 'SEEN-2', slug: 'seen-2', variant_label: 'Size', variants: [variant] }
    expect(await importFile('hidden.json', json(sized))).toMatchObject({
      code: 1,
      text: expect.stringMatching(new RegExp(`1 +SEEN-2 +variants\\.0\\.sku +${wrong}`)),
    })

    expect(await importFile('plain.json', json({ ...opal, sku: 'SEEN-2', slug: 'seen-2' }))).toMatchObject({
      code: 0,
    })
    await on.shop.pool.query("update products set sku = $1 where sku = 'SEEN-2'", ['SEEN\u200b-2'])
    const whole = await importFile('all.json', await exportFile('all.json'))
    expect(whole.text).toMatch(/^0 new, 0 changed, /)
    await on.shop.pool.query("delete from products where slug = 'seen-2'")
  })

  test.each([
    ['', 'is missing'],
    [' ', 'is missing'],
    ['x'.repeat(201), 'must have at most 200 characters'],
    ['a\0b', 'has a character that no text can have'],
  ])('a collection, material or gemstone cannot be called “%s”', async (name, wrong) => {
    for (const kind of ['collections', 'materials', 'gemstones'])
      expect(
        await importFile('names.json', JSON.stringify({ products: [opal], [kind]: [{ name }] })),
      ).toEqual({ code: 1, text: `The file is not a catalogue: ${kind}.0.name ${wrong}` })
  })

  test.each([
    ['gemstones', [{ name: 'Opal' }], 'gemstones.0.size', 'is missing'],
    ['gemstones', [5], 'gemstones.0', 'must be an object'],
    ['gemstones', [{ ...bareStone('Opal'), carat: 2 }], 'gemstones.0.carat', 'is nothing that the catalogue'],
    ['images', [{ image: '/pictures/rings/oval-signet-ring-1' }], 'images.0.alt_text', 'is missing'],
    ['images', ['front.jpg'], 'images.0', 'must be an object'],
    ['variants', [5], 'variants.0', 'must be an object'],
    ['variants', 5, 'variants', 'must be a list'],
    // What stands there in a spreadsheet.
    ['is_new', 'yes', 'is_new', 'must be true or false'],
  ])(
    'a fault inside a piece is told in the words of the desk: %s %j',
    async (field, value, column, wrong) => {
      const said = await importFile('inside.json', json({ ...opal, sku: 'IN-1', slug: 'in', [field]: value }))
      expect(said).toMatchObject({
        code: 1,
        text: expect.stringMatching(new RegExp(`1 +IN-1 +${column.replaceAll('.', '\\.')} +${wrong}`)),
      })
      expect(said.text).not.toContain('no piece has this SKU yet')
      expect(said.text).not.toMatch(/invalid/i)
    },
  )

  test.each([
    [5, 'it needs a list called products.'],
    [{ products: [5] }, 'products.0 must be an object'],
    [{ products: [], materials: 'Gold' }, 'materials must be a list'],
    [{ products: [], materials: [5] }, 'materials.0 must be an object'],
    [{ products: [], materials: [{}] }, 'materials.0.name is missing'],
    [{ products: [], materials: [{ name: 5 }] }, 'materials.0.name must be text'],
    [
      { materials: [{ name: 'Platinum', descripton: 'Heavy.' }] },
      'materials.0.descripton is nothing that the catalogue knows',
    ],
    [
      { material: [{ name: 'Platinum' }], collections: [{ name: 'Bridal' }] },
      'material is nothing that the catalogue knows: its lists are products, collections, materials and gemstones',
    ],
  ])('what is no catalogue is told in the words of the desk: %j', async (content, wrong) => {
    expect(await importFile('odd.json', JSON.stringify(content))).toEqual({
      code: 1,
      text: `The file is not a catalogue: ${wrong}`,
    })
  })

  test('the demo’s own file is a catalogue, with what it has for the home page', async () => {
    expect(await desk(on.shop, 'catalogue', 'import', 'catalogue/catalogue.json', '--dry-run')).toMatchObject(
      { code: 0 },
    )
  })

  test('a text with the line ends of Windows is the same in both kinds of file', async () => {
    const description = 'An opal\r\non gold.\rIt shines.'
    await importFile('windows.json', json({ ...opal, sku: 'LINE-1', slug: 'line', description }))
    expect(await shown('line')).toMatchObject({ description: 'An opal\non gold.\nIt shines.' })
    expect((await importFile('all.csv', await exportFile('all.csv'))).text).toMatch(/^0 new, 0 changed, /)
    await on.shop.pool.query("delete from products where sku = 'LINE-1'")
  })

  test('a dry run says what would be done, and does nothing', async () => {
    const before = await everything()
    const said = await importFile('new.json', json(opal), '--dry-run')
    expect(said.text).toContain(
      'This was a dry run: nothing was changed. It would have been: 1 new, 0 changed',
    )
    expect(await everything()).toEqual(before)
  })

  test('a list that is too long to be shown whole says how much of it is left out', async () => {
    const many = Array.from({ length: 203 }, (_, nth) => ({
      ...opal,
      sku: `MANY-${nth}`,
      slug: `many-${nth}`,
    }))
    const said = await importFile('many.json', json(...many), '--dry-run')
    expect(said.text).toMatch(/203 new.*\nNew:\n {2}MANY-0 (?:.*\n){199} {2}MANY-199 .*\n {2}… and 3 more\.$/)
  })
})
