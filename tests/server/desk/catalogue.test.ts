import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cart } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { paths } from '#contract/paths.ts'
import { readPieces } from '#server/catalogue/records.ts'
import { lockPieces } from '#server/catalogue/stock.ts'
import { openDatabase } from '#server/db/connect.ts'
import { transaction } from '#server/db/db.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { registerPages } from '#server/pages/register.ts'
import { data, messageOf, newShopper, readyShopper } from '#tests/server/orders/pieces.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { bareStone } from '#tests/support/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'
import { openPort } from '#tests/support/openPort.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'damson-catalogue-'))
  return () => rmSync(folder, { recursive: true, force: true })
})
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A HEIC as a phone writes it, made from an AVIF because nothing here can encode one: its boxes declare HEVC. */
function asHeic(avif: Buffer): Buffer {
  const more = 27
  const boxAt = (name: string) => avif.indexOf(name) - 4
  const end = boxAt('av1C') + 12
  const heic = Buffer.concat([avif.subarray(0, end), Buffer.alloc(more), avif.subarray(end)])
  const lengths = ['meta', 'iprp', 'ipco', 'av1C'].map(boxAt)
  for (const at of [...lengths, boxAt('iloc') + 20]) heic.writeUInt32BE(heic.readUInt32BE(at) + more, at)
  heic.write('hvcC\u0001', boxAt('av1C') + 4, 'latin1')
  const named = heic.toString('latin1').replaceAll('av01', 'hvc1').replaceAll('avif', 'heic')
  return Buffer.from(named, 'latin1')
}

describe.each(engines())('the catalogue on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
    await registerPages(shop.app, shop.config)
  })
  afterAll(() => shop.close())

  const importFile = (name: string, content: string | Buffer, ...words: string[]) =>
    desk(shop, 'catalogue', 'import', file(name, content), ...words)
  const exportFile = async (name: string) => {
    const said = await desk(shop, 'catalogue', 'export', join(folder, name))
    expect(said.code).toBe(0)
    return said.files?.[0]?.content ?? ''
  }
  const shown = async (slug: string) =>
    ((await shop.call('GET', paths.product(slug))).body as { data: Product }).data
  const everything = async () => {
    const tables = [
      'products',
      'variants',
      'product_images',
      'product_gemstones',
      'product_materials',
      'product_collections',
      'product_categories',
      'materials',
      'collections',
      'gemstones',
      'categories',
      'picture_masters',
    ]
    const dump: Record<string, unknown> = {}
    for (const table of tables)
      dump[table] = (
        await shop.pool.query(`select t::text as row, xmin::text from ${table} t order by 1`)
      ).rows
    return dump
  }
  const opal = {
    sku: 'OPAL-1',
    name: 'Opal Ring',
    category: 'rings',
    short_description: 'An opal',
    description: 'An opal on gold.',
    price: 24_900,
    stock_quantity: 3,
    weight: 2.5,
  }
  const json = (...products: object[]) => JSON.stringify({ products })

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
    await shop.pool.query("delete from products where sku = 'LINES-1'")
  })

  test.each([
    ['a name with a semicolon', { name: 'Diamond; lab-grown' }],
    ['a unit of two words', { size: 1.2, size_unit: 'ct total' }],
    ['a unit without a size', { size_unit: 'mm' }],
    ['a quality with a semicolon', { quality: 'VS1; VS2' }],
    ['a size too small to be written plainly', { size: 1e-7 }],
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
    const refused = await desk(shop, 'catalogue', 'export', join(folder, 'all.csv'))
    expect(refused.code).toBe(1)
    expect(refused.text).toContain(`The stone “${stone.name}” of ${sku} `)
    expect(refused.text).toContain('Export to .json instead.')
    const whole = await importFile('all.json', await exportFile('all.json'))
    expect(whole.text).toMatch(/^0 new, 0 changed, /)
    expect(await set(gemstones)).toMatchObject({ code: 0 })
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
    const [piece] = await shop.db.select().from(products).where(eq(products.sku, 'BARE-1'))
    expect(piece).toMatchObject({
      is_new: true,
      is_featured: false,
      is_bestseller: false,
      low_stock_threshold: 2,
      weight_unit: 'g',
    })
    expect(named(otherwise)).toEqual(['is_new', 'low_stock_threshold'])
    expect(await desk(shop, 'catalogue', 'remove', 'BARE-1')).toMatchObject({ code: 0 })
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
    await shop.pool.query("delete from products where sku like 'ODD-%'")
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
      'must be an amount such as 249.00, not “1.249,00”',
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
        await shop.pool.query("select name, price, weight, description from products where sku = 'EXCEL-1'")
      ).rows
      expect(piece).toMatchObject({ price: 124_900, weight: 2.5, description: 'On "two"\nlines; yes' })
      expect(piece.name).toMatch(/^Bague “?Été”? £$/)
    }
    await shop.pool.query("delete from products where sku = 'EXCEL-1'")
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
    await shop.pool.query("delete from products where sku = 'OPAL-1'")
  })

  test('every bad row is reported with its row, column and what is wrong, and nothing of the file is imported', async () => {
    const before = await everything()
    file('empty.jpg', '')
    mkdirSync(join(folder, 'pictures'))
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
      ].join('\r\n'),
    )
    expect(said.code).toBe(1)
    const told = said.text.split('\n').map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))
    // Who has mistyped a SKU must see that it is the SKU that is wrong.
    const missing = 'is missing: no piece has this SKU yet, and a new one needs it'
    for (const line of [
      ['3', 'NEW-2', 'price', 'must be an amount such as 249.00, not “cheap”'],
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
    ]) {
      expect(told.map((cells) => cells.filter((cell) => cell !== ''))).toContainEqual(line)
    }
    // Each once: not also as missing, nor in what is made from it.
    expect(said.text).toContain('20 things are wrong, so nothing was imported.')
    expect(await everything()).toEqual(before)
  })

  test('a new piece of a very long name has as much of it in its address as an address may have', async () => {
    const fields = { ...opal, sku: 'LONG-1', slug: '', name: 'Opal '.repeat(30).trim(), price: '249.00' }
    const rows = [Object.keys(fields), Object.values(fields)].map((row) => row.join(';'))
    expect(await importFile('long.csv', rows.join('\n'))).toMatchObject({ code: 0 })
    expect((await shown(`opal${'-opal'.repeat(23)}`)).name).toBe(fields.name)
    await shop.pool.query("delete from products where sku = 'LONG-1'")
  })

  test('a new piece’s address has every letter of its name that can be written plainly', async () => {
    const name = 'Größe “Œuvre” Bjørk Łódź Ring'
    expect(await importFile('letters.json', json({ ...opal, sku: 'PLAIN-1', name }))).toMatchObject({
      code: 0,
    })
    expect((await shown('grosse-oeuvre-bjork-lodz-ring')).name).toBe(name)
    await shop.pool.query("delete from products where sku = 'PLAIN-1'")
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
      ['e.json', '{"pieces":[]}', 'The file is not a catalogue: it needs a list called products.'],
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
      const found = await shop.pool.query(
        `select stock_quantity, weight, created_at from products where sku = 'CELL-1'`,
      )
      await shop.pool.query("delete from products where sku = 'CELL-1'")
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
      const { rows } = await shop.pool.query("select created_at from products where sku = 'DATE-1'")
      await shop.pool.query("delete from products where sku = 'DATE-1'")
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
    expect(await desk(shop, 'catalogue', 'import', '/nowhere/a.csv')).toEqual({
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
  ])('what is no catalogue is told in the words of the desk: %j', async (content, wrong) => {
    expect(await importFile('odd.json', JSON.stringify(content))).toEqual({
      code: 1,
      text: `The file is not a catalogue: ${wrong}`,
    })
  })

  test('a text with the line ends of Windows is the same in both kinds of file', async () => {
    const description = 'An opal\r\non gold.\rIt shines.'
    await importFile('windows.json', json({ ...opal, sku: 'LINE-1', slug: 'line', description }))
    expect(await shown('line')).toMatchObject({ description: 'An opal\non gold.\nIt shines.' })
    expect((await importFile('all.csv', await exportFile('all.csv'))).text).toMatch(/^0 new, 0 changed, /)
    await shop.pool.query("delete from products where sku = 'LINE-1'")
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

  // The embedded database runs one transaction at a time.
  describe.runIf(engine === 'postgres')('while somebody buys a piece', () => {
    const price = (sku: string, amount: number | string) => `sku,price\n${sku},${amount}\n`
    /** Runs while the piece is locked, as a purchase locks it. */
    const whileHeld = <T>(slug: string, work: () => Promise<T>) =>
      shop.db.transaction(async (tx) => {
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
      await shop.db.transaction(async (tx) => {
        const { rowCount } = await tx
          .update(products)
          .set({ stock_quantity: stock_quantity - 1 })
          .where(eq(products.id, id))
        expect(rowCount).toBe(1)
        importing = importFile('prices.csv', price(sku, 98))
        await untilLockWaits(shop.db)
      })
      expect(await importing).toMatchObject({ code: 0 })
      expect(await shown(slug)).toMatchObject({ price: '98.00', stock_quantity: stock_quantity - 1 })
    })
  })

  test('who waits too long for another import is told that it is that', async () => {
    const before = await everything()
    const path = file('opal.json', json({ ...opal, sku: 'WAIT-1', slug: 'wait' }))
    const { databaseUrl } = shop.config
    // Embedded it has one session, and whoever waits for that waits in its pool.
    const impatient =
      databaseUrl === null
        ? { db: shop.db, close: async () => undefined }
        : await openDatabase({ dataDir: '', databaseUrl: `${databaseUrl}&options=-c%20lock_timeout%3D100` })
    shop.pool.options.connectionTimeoutMillis = 100
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`lock table collections in share row exclusive mode`)
      expect(await desk({ ...shop, db: impatient.db }, 'catalogue', 'import', path)).toEqual({
        code: 1,
        text: 'Something else is being changed just now, perhaps by another import. Please try again when that is done.',
      })
    })
    shop.pool.options.connectionTimeoutMillis = 10_000
    await impatient.close()
    expect(await everything()).toEqual(before)
  })

  // As two desks do at once, one of them with a file that does not have the sizes yet.
  describe.runIf(engine === 'postgres')('while a piece is given sizes, an import that waits for it', () => {
    const whileGivenSizes = async (importing: () => Promise<unknown>) => {
      await importFile('plain.json', json({ ...opal, sku: 'GROW-1', slug: 'grow', name: 'Grow' }))
      const { id } = await shown('grow')
      const waiting = await shop.db.transaction(async (tx) => {
        await tx.update(products).set({ variant_label: 'Length' }).where(eq(products.id, id))
        const own = { product_id: id, name: 'L', sku: 'GROW-1-L', price: 24_900, stock_quantity: 3 }
        await tx.insert(variants).values({ ...own, position: 0 })
        const said = importing()
        await untilLockWaits(shop.db)
        return { said }
      })
      return { said: await waiting.said, piece: await shown('grow') }
    }
    afterEach(() => shop.pool.query("delete from products where sku = 'GROW-1'"))

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
  })

  test('a file with a few columns changes only those', async () => {
    const before = await shown('oval-signet-ring')
    const [variant] = (await shop.pool.query('select sku from variants where product_id = $1', [before.id]))
      .rows
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
    await shop.pool.query("delete from products where sku = 'NAMED-1'")
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
    await shop.pool.query("delete from products where sku = 'OWN-1'")
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
    const shopper = await newShopper(shop)
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
      /3 +SIZED-1 +variant_price +must be an amount such as 249\.00, not “x”/,
    )
  })

  const variantColumns =
    'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity'

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
    await shop.pool.query("delete from products where sku = 'NONE-1'")
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
    const recordOf = async () => (await readPieces(shop.db, ['FIRST-1']))[0]?.record
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
    await shop.pool.query("delete from products where sku = 'FIRST-1'")
  })

  test('a list of prices that names sizes by their own SKUs is told so, once for each, and not that they are new', async () => {
    const [piece] = (await readPieces(shop.db)).filter(({ record }) => record.variants.length > 1)
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
    await shop.pool.query("delete from products where sku = 'SHOWN-1'")
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

    await shop.pool.query("update variants set name = 'L' where sku like 'TWIN-1-%'")
    const before = await everything()
    expect(await importFile('all.csv', await exportFile('all.csv'))).toMatchObject({ code: 0 })
    expect(await everything()).toEqual(before)
    const price = 'sku,variant_sku,variant_price\nTWIN-1,TWIN-1-L,260\nTWIN-1,TWIN-1-M,270'
    expect(await importFile('prices.csv', price)).toMatchObject({ code: 0 })
    const third = `${rows('TWIN-1-L,L', 'TWIN-1-M,L', 'TWIN-1-N,L')}`
    expect((await importFile('third.csv', third)).text).toMatch(twin(4))
    await shop.pool.query("delete from products where sku = 'TWIN-1'")
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
    await shop.pool.query("delete from products where sku in ('ZERO-1', '0050', '50')")
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
    await shop.pool.query("update products set sku = '5.0E+12' where sku = '50E-12'")
    expect((await importFile('again.csv', await exportFile('again.csv'))).text).toMatch(/^0 new, 0 changed, /)
    await shop.pool.query("delete from products where sku = '5.0E+12'")
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
    await shop.pool.query("delete from products where sku like 'ABOVE-%'")
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
    await shop.pool.query("delete from products where sku like 'STEEP-%'")
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
    const shopper = await readyShopper(shop, [
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
    await shop.pool.query("delete from products where sku = 'LET-1'")
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
    await shop.pool.query("delete from products where sku = 'BAND-1'")
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
    await shop.pool.query("delete from products where sku = 'PART-1'")
  })

  test('pictures come by path and by address on the web, and are shown', async () => {
    const photo = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#804060' } })
      .jpeg()
      .toBuffer()
    file('Opal front.JPG', photo)
    const web = createServer((request, response) => {
      response.statusCode = request.url === '/side.jpg' ? 200 : 404
      response.end(request.url === '/side.jpg' ? photo : 'no')
    })
    const site = `http://127.0.0.1:${await openPort(web)}`
    const withPictures = (...images: string[]) =>
      json({
        ...opal,
        images: images.map((image, at) => ({ image, alt_text: 'An opal ring', is_default: at === 0 })),
      })
    try {
      const refused = await importFile(
        'opal.json',
        withPictures('Opal front.JPG', `${site}/none.jpg`, 'opal.json'),
      )
      expect(refused.text).toContain(`${site}/none.jpg answers 404`)
      expect(refused.text).toContain('opal.json is not a picture')
      expect((await shop.call('GET', paths.product('opal-ring'))).status).toBe(404)
      expect((await shop.pool.query('select 1 from picture_masters')).rows).toEqual([])

      expect(await importFile('opal.json', withPictures('Opal front.JPG', `${site}/side.jpg`))).toMatchObject(
        { code: 0 },
      )
      const { images } = await shown('opal-ring')
      expect(images.map(({ image }) => image)).toEqual([
        expect.stringMatching(/^\/pictures\/own\/opal-front-[0-9a-f]{16}\?v=[0-9a-f]{8}$/),
        expect.stringMatching(/^\/pictures\/own\/side-[0-9a-f]{16}\?v=[0-9a-f]{8}$/),
      ])
      const picture = await shop.app.inject({
        url: `${images[0]?.image}&w=480`,
        headers: { accept: 'image/webp' },
      })
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['cache-control']).toContain('immutable')
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 480,
        height: 360,
      })

      // Importing it again changes nothing, and neither does exporting and importing it.
      for (const content of [
        withPictures('Opal front.JPG', `${site}/side.jpg`),
        await exportFile('again.json'),
      ])
        expect((await importFile('again.json', content)).text).toContain('0 new, 0 changed')

      // Once the piece is gone, orders go on showing its pictures, and an earlier export brings it back with them.
      const earlier = await exportFile('earlier.json')
      await desk(shop, 'catalogue', 'remove', opal.sku)
      expect((await shop.app.inject({ url: `${images[0]?.image}&w=480` })).statusCode).toBe(200)
      expect((await importFile('earlier.json', earlier)).text).toContain('1 new, 0 changed')
      const again = (await shown('opal-ring')).images
      expect(again.map(({ image }) => image)).toEqual(images.map(({ image }) => image))
    } finally {
      web.close()
    }
  })

  test('a picture whose download breaks off is refused by its address', async () => {
    const web = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half of it', () => response.destroy())
    })
    const site = `http://127.0.0.1:${await openPort(web)}`
    try {
      const images = [{ image: `${site}/half.jpg`, alt_text: 'A ring', is_default: true }]
      const said = await importFile('half.json', json({ ...opal, sku: 'HALF-9', slug: 'half-9', images }))
      expect(said).toMatchObject({
        code: 1,
        text: expect.stringContaining(`${site}/half.jpg cannot be downloaded`),
      })
    } finally {
      web.close()
    }
  })

  test('a picture that cannot be decoded is refused by its name, one that is an AVIF stays as it is', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const plain = sharp({ create: { width: 640, height: 480, channels: 3, background: '#804060', noise } })
    const avif = await plain.clone().avif().toBuffer()
    const jpeg = await plain.jpeg().toBuffer()
    file('phone.heic', asHeic(avif))
    file('half.avif', avif.subarray(0, avif.length / 2))
    file('half.jpg', jpeg.subarray(0, jpeg.length / 2))
    file('whole.avif', avif)
    file('empty.jpg', '')
    const shownBy = (image: string) =>
      json({
        ...opal,
        sku: 'SHOT-1',
        slug: 'shot',
        images: [{ image, alt_text: 'A ring', is_default: true }],
      })
    for (const name of ['phone.heic', 'half.avif', 'half.jpg'])
      expect(await importFile('shot.json', shownBy(name))).toMatchObject({
        code: 1,
        text: expect.stringContaining(`${name} cannot be read as a picture; please save it as JPEG`),
      })
    expect((await importFile('shot.json', shownBy('empty.jpg'))).text).toContain('empty.jpg is empty')
    // What every object has, and no folder.
    for (const name of ['constructor', '__proto__'])
      expect(await importFile('shot.json', shownBy(name))).toMatchObject({
        code: 1,
        text: expect.stringContaining(`there is no file ${name}`),
      })
    expect(await importFile('shot.json', shownBy('whole.avif'))).toMatchObject({ code: 0 })
    const [shot] = (await shown('shot')).images
    expect((await shop.app.inject({ url: `${shot?.image}&w=320` })).statusCode).toBe(200)
    await shop.pool.query("delete from products where sku = 'SHOT-1'")
  })

  // Each of them reads all pictures four times: so one kind of file with each database.
  test.each([engine === 'embedded' ? 'all.json' : 'all.csv'])(
    'exported to %s with its pictures, it is the same here, and comes whole to another shop',
    async (name) => {
      const photo = { create: { width: 640, height: 480, channels: 3, background: '#406080' } } as const
      const front = await sharp(photo).jpeg().toBuffer()
      file('Moonstone front.jpg', front)
      const images = [{ image: 'Moonstone front.jpg', alt_text: 'A ring', is_default: true }]
      const ring = { ...opal, sku: 'MOON-1', name: 'Moonstone Ring', images }
      await importFile('moon.json', json(ring))

      const target = join(folder, 'taken along')
      const said = await desk(
        shop,
        'catalogue',
        'export',
        join(target, name),
        '--pictures',
        join(target, 'pictures'),
      )
      const [catalogue, ...pictures] = said.files ?? []
      expect(said.text).toBe(
        `${(await shop.db.$count(products)).toString()} pieces written to ${join(target, name)}, and ${pictures.length} pictures to ${join(target, 'pictures')}.`,
      )
      expect(catalogue?.content).toMatch(/own\/moonstone-front-[0-9a-f]{16}\.avif/)
      expect(catalogue?.content).not.toContain('/pictures/')
      for (const { path, content, encoding } of said.files ?? []) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, content, encoding)
      }

      const before = await everything()
      expect((await desk(shop, 'catalogue', 'import', join(target, name))).text).toMatch(
        /^0 new, 0 changed, /,
      )
      expect(await everything()).toEqual(before)

      const other = await openShop({ engine })
      const came = await desk(other, 'catalogue', 'import', join(target, name))
      expect(came.text).toMatch(/^3 new, \d changed, 5\d as they were\.\nNew:\n/)
      expect(came.text).toContain('MOON-1  Moonstone Ring')
      const { data: piece } = (await other.call('GET', paths.product('moonstone-ring'))).body as {
        data: Product
      }
      const [shot] = piece.images
      expect(shot?.image).toMatch(/^\/pictures\/own\/moonstone-front-[0-9a-f]{16}\?v=/)
      expect((await other.app.inject({ url: `${shot?.image}&w=320` })).statusCode).toBe(200)
      await other.close()
    },
  )

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
    const found = (await shop.call('GET', `${paths.search}?query=jadeite`)).body as { count: number }
    expect(found.count).toBe(1)
  })

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
        await shop.call('GET', paths[list]),
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
    const { rows } = await shop.pool.query(
      "select p.sku, p.slug, v.sku as variant from products p join variants v on v.product_id = p.id where p.sku like 'MOVE-%' order by p.sku",
    )
    expect(rows).toEqual([
      { sku: 'MOVE-1', slug: 'move-2', variant: 'MOVE-2-L' },
      { sku: 'MOVE-2', slug: 'move-1', variant: 'MOVE-1-L' },
    ])
    await shop.pool.query("delete from products where sku like 'MOVE-%'")
  })

  test('a piece is found by each slug that it has had, until another piece has it', async () => {
    const named = (sku: string, slug: string) => ({ ...opal, sku, slug, name: sku })
    const found = async (slug: string) => {
      const { status, body } = await shop.call('GET', paths.product(slug))
      const page = await shop.app.inject({ url: `/products/${slug}` })
      return status === 200
        ? [(body as { data: Product }).data.slug, page.statusCode, page.headers['location']]
        : [status, page.statusCode]
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

    await desk(shop, 'catalogue', 'remove', 'SLUG-1', 'SLUG-2', 'SLUG-3')
    expect(await found('second-slug')).toEqual([404, 404])
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
    const found = (await shop.call('GET', `${paths.search}?query=firmament`)).body as { count: number }
    expect(found.count).toBe(110)
    await shop.pool.query("delete from products where sku like 'MANY-%'")
  })

  test('a shop may have more pieces than a statement has parameters', async () => {
    const skus = Array.from({ length: 70_000 }, (_, at) => `none-${at}`)
    const [known] = await readPieces(shop.db, [...skus, 'dms-r-001'])
    expect(known?.record.sku).toBe('DMS-R-001')
    const ids = [known?.id ?? 0, ...skus.map((_, at) => 1_000_000 + at)]
    await transaction(shop.db, (tx) => lockPieces(tx, ids))
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
    await shop.pool.query("delete from products where sku = 'ORDER-1'")
  })

  test('a description that is new is reported, also by a dry run', async () => {
    const descriptionOf = async (name: string) =>
      (await shop.pool.query('select description from materials where name = $1', [name])).rows[0]
        ?.description
    const was = await descriptionOf('Platinum')
    const described = (description: string) =>
      JSON.stringify({ materials: [{ name: 'platinum', description }], products: [{ sku: 'DMS-R-001' }] })
    const said = 'New descriptions:\n  Platinum'
    const dry = await importFile('described.json', described('Heavy.'), '--dry-run')
    expect(dry.text).toContain(`0 new, 0 changed, 1 as they were.\n${said}`)
    expect(await descriptionOf('Platinum')).toBe(was)
    expect((await importFile('described.json', described('Heavy.'))).text).toContain(said)
    expect(await descriptionOf('Platinum')).toBe('Heavy.')
    expect((await importFile('described.json', described('Heavy.'))).text).not.toContain(said)
    await importFile('described.json', described(was))
  })

  test('an import looks after the words of those pieces only that it names otherwise', async () => {
    const words = async () =>
      (await shop.pool.query("select search_names from products where sku = 'DMS-R-001'")).rows[0]
        ?.search_names
    await shop.pool.query("update products set search_names = 'untouched' where sku = 'DMS-R-001'")
    // A new piece has its words from the start: its sets are written once.
    await shop.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'written again'; end $$`)
    await shop.pool.query(
      'create trigger refuse before update on products for each row execute function refuse()',
    )
    const filed = {
      collections: ['The Bridal Edit', 'Colour Stories'],
      materials: ['Platinum', '18ct Rose Gold'],
      gemstones: ['Topaz', 'Ruby', 'Ruby'].map(bareStone),
    }
    const fresh = await importFile('other.json', json({ ...opal, sku: 'WORDS-1', slug: 'words', ...filed }))
    expect(fresh.text).toContain('1 new, 0 changed')
    await shop.pool.query('drop function refuse cascade')
    await importFile('cheaper.json', json({ sku: 'WORDS-1', price: 24_800 }, { sku: 'DMS-R-001', weight: 5 }))
    expect(await words()).toBe('untouched')
    await importFile('renamed.json', json({ sku: 'DMS-R-001', collections: ['Everyday Gold'] }))
    expect(await words()).toContain('everyday gold')
    await shop.pool.query("delete from products where sku = 'WORDS-1'")
  })

  test('what fails halfway leaves nothing behind', async () => {
    expect(await importFile('a.json', json(sized('HALF-1', 'HALF-1-L')))).toMatchObject({ code: 0 })
    const before = await everything()
    // Each is valid by itself; the database refuses them after the first pieces were written.
    await shop.pool.query("alter table products add constraint no_half check (slug <> 'half-2')")
    const said = await importFile(
      'b.json',
      json(
        { ...opal, sku: 'HALF-0', slug: 'half-0' },
        sized('HALF-1', 'HALF-3-L'),
        sized('HALF-2', 'HALF-2-L'),
      ),
    )
    await shop.pool.query('alter table products drop constraint no_half')
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
