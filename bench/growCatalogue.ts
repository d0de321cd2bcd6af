import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'

/** Ids of the demo catalogue stay below this; those of the copies follow from here on without a gap, as a shop's do. */
const step = 1_000

// A word of three syllables out of some 8,000, so that the vocabulary grows as a real catalogue's does.
const word = (
  number: string,
) => `(array['vel','mar','tor','lin','ash','bel','cor','dun','fen','gal','har','ister','jun','kel','lor','mon','nor','ost','per','quil'])[1 + ${number} % 20]
  || (array['a','e','i','o','u','ea','ou','ai','oo','y'])[1 + ${number} / 20 % 10]
  || (array['ra','ton','wick','mere','dale','stone','by','ford','ley','worth','well','ham','field','combe','burn','gate','hurst','shaw','ville','more','ness','wood','minster','brook','stead','cliffe','moor','thorpe','beck','fell','hope','side','land','bridge','port','haven','bury','don','den','ing'])[1 + ${number} / 200 % 40]`

/**
 * Grows the demo catalogue to at least so many pieces: copies that differ in name, price, weight, age, flags and
 * collection, with all that belongs to them. Existing pieces stay, so a shop may grow step by step.
 */
export async function growCatalogue(db: Db, count: number): Promise<void> {
  const read = async (statement: string) =>
    (await db.execute<{ n: number }>(sql.raw(statement))).rows[0]?.n ?? 0
  const demo = await read(`select max(id) as n from products where id < ${step}`)
  const from = 1 + (await read(`select greatest((max(id) - ${step}) / ${demo}, 0) as n from products`))
  const to = Math.ceil(count / demo) - 1
  const batch = 50
  for (let first = from; first <= to; first += batch)
    await addCopies(db, demo, first, Math.min(to, first + batch - 1))
  await db.execute(
    sql.raw(`select setval(pg_get_serial_sequence('products', 'id'), (select max(id) from products))`),
  )
  await db.execute(sql.raw('vacuum analyze'))
}

async function addCopies(db: Db, width: number, first: number, last: number): Promise<void> {
  const copies = `generate_series(${first}, ${last}) k`
  const demo = `id < ${step}`
  const own = `product_id < ${step}`
  const chance = (share: number, salt: string) => `hashint4(p.id * 31 + k * 7 + ${salt}) & 1023 < ${share}`
  const between = (most: number, salt: number) =>
    `(hashint4(p.id * 17 + k * 13 + ${salt}) & 1048575) % ${most}`
  const maker = word(`(${between(8_000, 1)})`)
  const id = `+ ${step} + (k - 1) * ${width}`
  const statements = [
    `insert into products (id, sku, slug, name, description, short_description, meta_title, meta_description, price,
        compare_at_price, stock_quantity, low_stock_threshold, weight, weight_unit, variant_label, is_featured,
        is_bestseller, is_new, created_at, search_names) overriding system value
      select p.id ${id}, p.sku || '-' || k, p.slug || '-' || k, initcap(${maker}) || ' ' || p.name,
        p.description || ' Made in the manner of ' || initcap(${maker}) || '.', p.short_description, p.meta_title,
        p.meta_description, 100 * (p.price * (50 + ${between(150, 2)}) / 10000 + 1), p.compare_at_price,
        ${between(40, 3)}, p.low_stock_threshold, round((p.weight * (60 + ${between(80, 4)}) / 100)::numeric, 1),
        p.weight_unit, p.variant_label, ${chance(40, '5')}, ${chance(60, '6')}, ${chance(80, '7')},
        p.created_at - ${between(2_000_000, 8)} * interval '1 minute', ${maker} || ' ' || p.search_names
      from products p, ${copies} where p.${demo}`,
    `insert into variants (product_id, name, sku, price, compare_at_price, stock_quantity, position)
      select p.product_id ${id}, p.name, p.sku || '-' || k, p.price, p.compare_at_price, p.stock_quantity, p.position
      from variants p, ${copies} where p.${own}`,
    `insert into product_images (product_id, image, alt_text, is_default, position)
      select p.product_id ${id}, p.image, p.alt_text, p.is_default, p.position from product_images p, ${copies} where p.${own}`,
    `insert into product_categories (product_id, category_id)
      select p.product_id ${id}, p.category_id from product_categories p, ${copies} where p.${own}`,
    `insert into product_materials (product_id, material_id)
      select p.product_id ${id}, p.material_id from product_materials p, ${copies} where p.${own}`,
    `insert into product_gemstones (product_id, gemstone_id, size, size_unit, quality, color, is_main)
      select p.product_id ${id}, p.gemstone_id, p.size, p.size_unit, p.quality, p.color, p.is_main
      from product_gemstones p, ${copies} where p.${own}`,
    `insert into product_collections (product_id, collection_id)
      select p.id ${id}, c.id from products p, ${copies}, collections c
      where p.${demo} and c.id = 1 + (p.id + k) % (select count(*)::int from collections)`,
  ]
  for (const statement of statements) await db.execute(sql.raw(statement))
}
