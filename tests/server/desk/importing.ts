import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { registerPages } from '#server/pages/register.ts'
import { type Engine, type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

/** A piece that the demo catalogue has not, with what a new one needs. */
export const opal = {
  sku: 'OPAL-1',
  name: 'Opal Ring',
  category: 'rings',
  short_description: 'An opal',
  description: 'An opal on gold.',
  price: 24_900,
  stock_quantity: 3,
  weight: 2.5,
}

/** A file of these pieces. */
export const json = (...products: object[]) => JSON.stringify({ products })

/** The columns of a spreadsheet of pieces with variants. */
export const variantColumns =
  'sku,name,category,short_description,description,weight,variant_label,variant_sku,variant_name,variant_price,variant_stock_quantity'

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

/** A shop for all tests of a file, and a folder for each of them, whose files its desk imports. */
export function catalogueOn(engine: Engine) {
  let shop: Shop
  let folder: string
  beforeAll(async () => {
    shop = await openShop({ engine })
    await registerPages(shop.app, shop.config)
  })
  afterAll(() => shop.close())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'damson-catalogue-'))
    return () => rmSync(folder, { recursive: true, force: true })
  })

  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  return {
    get shop() {
      return shop
    },
    get folder() {
      return folder
    },
    file,
    importFile: (name: string, content: string | Buffer, ...words: string[]) =>
      desk(shop, 'catalogue', 'import', file(name, content), ...words),
    exportFile: async (name: string) => {
      const said = await desk(shop, 'catalogue', 'export', join(folder, name))
      expect(said.code).toBe(0)
      return said.files?.[0]?.content ?? ''
    },
    shown: async (slug: string) =>
      ((await shop.call('GET', paths.product(slug))).body as { data: Product }).data,
    /** Every row of the catalogue, and which transaction wrote it last. */
    everything: async () => {
      const dump: Record<string, unknown> = {}
      for (const table of tables)
        dump[table] = (
          await shop.pool.query(`select t::text as row, xmin::text from ${table} t order by 1`)
        ).rows
      return dump
    },
  }
}
