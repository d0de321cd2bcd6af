import { sql } from 'drizzle-orm'
import {
  bit,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { bytes, instant, tsvector } from './columns.ts'

const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** Amounts are whole pence. `stock_quantity` is the sum of the variants' if there are any. */
export const products = pgTable(
  'products',
  {
    id: id(),
    sku: text().notNull().unique(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    description: text().notNull(),
    short_description: text().notNull(),
    meta_title: text().notNull(),
    meta_description: text().notNull(),
    price: integer().notNull(),
    compare_at_price: integer(),
    stock_quantity: integer().notNull(),
    low_stock_threshold: integer().notNull(),
    weight: doublePrecision().notNull(),
    weight_unit: text().notNull().default('g'),
    variant_label: text(),
    is_featured: boolean().notNull().default(false),
    is_bestseller: boolean().notNull().default(false),
    is_new: boolean().notNull().default(false),
    rating_sum: integer().notNull().default(0),
    review_count: integer().notNull().default(0),
    created_at: instant().notNull().defaultNow(),
    /** Lower-cased names a shopper may search by: the piece's, and those of what it is made of and belongs to. */
    search_names: text().notNull().default(''),
    /** Of the words that `wordsIn` sees in the texts (0025): it splits what is searched for, too. */
    search_vector: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('english', searched_words(name)), 'A') || setweight(to_tsvector('english', searched_words(search_names)), 'B') || setweight(to_tsvector('english', searched_words(short_description || ' ' || description)), 'D')`,
      ),
  },
  (table) => [
    check('products_stock_not_negative', sql`${table.stock_quantity} >= 0`),
    check('products_price_not_negative', sql`${table.price} >= 0 and ${table.compare_at_price} >= 0`),
    check('products_reviews_not_negative', sql`${table.rating_sum} >= 0 and ${table.review_count} >= 0`),
    // All that pieces are narrowed and put in order by, so that counting them need not read their texts.
    index('products_by_facts').on(
      table.price,
      table.id,
      table.weight,
      table.is_featured,
      table.is_bestseller,
      table.is_new,
      table.created_at,
    ),
    index('products_by_weight').on(table.weight, table.id),
    index('products_by_age').on(table.created_at, table.id),
    index('products_curated').on(
      table.is_featured,
      table.is_bestseller,
      table.is_new,
      table.created_at,
      table.id,
    ),
    index('products_search_vector').using('gin', table.search_vector),
    // As SKUs are compared (`catalogue/records.ts`), by every search that finds nothing.
    index('products_by_sku').on(sql`lower(${table.sku})`),
  ],
)

export const variants = pgTable(
  'variants',
  {
    id: id(),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    sku: text().notNull().unique(),
    price: integer().notNull(),
    compare_at_price: integer(),
    stock_quantity: integer().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    check('variants_stock_not_negative', sql`${table.stock_quantity} >= 0`),
    check('variants_price_not_negative', sql`${table.price} >= 0 and ${table.compare_at_price} >= 0`),
    index('variants_by_product').on(table.product_id, table.position),
  ],
)

/** Slugs that pieces had before an import renamed them, so that addresses out in the world go on leading there. */
export const former_slugs = pgTable(
  'former_slugs',
  {
    slug: text().primaryKey(),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (table) => [index('former_slugs_by_product').on(table.product_id)],
)

export const product_images = pgTable(
  'product_images',
  {
    id: id(),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    image: text().notNull(),
    alt_text: text().notNull(),
    is_default: boolean().notNull(),
    position: integer().notNull(),
  },
  (table) => [index('product_images_by_product').on(table.product_id, table.position)],
)

export const categories = pgTable('categories', {
  id: id(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
})

export const collections = pgTable('collections', {
  id: id(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text().notNull(),
})

export const materials = pgTable('materials', {
  id: id(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text().notNull(),
})

export const gemstones = pgTable('gemstones', {
  id: id(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
})

const ofProduct = () =>
  integer()
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' })

export const product_categories = pgTable(
  'product_categories',
  {
    product_id: ofProduct(),
    category_id: integer()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.category_id] }),
    index('product_categories_by_category').on(table.category_id, table.product_id),
  ],
)

export const product_collections = pgTable(
  'product_collections',
  {
    product_id: ofProduct(),
    collection_id: integer()
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.collection_id] }),
    index('product_collections_by_collection').on(table.collection_id, table.product_id),
  ],
)

export const product_materials = pgTable(
  'product_materials',
  {
    product_id: ofProduct(),
    material_id: integer()
      .notNull()
      .references(() => materials.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.product_id, table.material_id] }),
    index('product_materials_by_material').on(table.material_id, table.product_id),
  ],
)

export const product_gemstones = pgTable(
  'product_gemstones',
  {
    id: id(),
    product_id: ofProduct(),
    gemstone_id: integer()
      .notNull()
      .references(() => gemstones.id, { onDelete: 'cascade' }),
    size: doublePrecision(),
    size_unit: text(),
    quality: text(),
    color: text(),
    is_main: boolean().notNull(),
  },
  (table) => [
    index('product_gemstones_by_product').on(table.product_id),
    index('product_gemstones_by_gemstone').on(table.gemstone_id, table.product_id),
  ],
)

/** The words in the `search_names` of pieces, and any two beside each other; a typo is looked for in these. Written by triggers (0008). */
export const search_phrases = pgTable('search_phrases', { phrase: text().primaryKey() }, (table) => [
  index('search_words_by_letters')
    .using('gin', sql`${table.phrase} gin_trgm_ops`)
    .where(sql`strpos(phrase, ' ') = 0`),
  index('search_pairs_by_letters')
    .using('gin', sql`${table.phrase} gin_trgm_ops`)
    .where(sql`strpos(phrase, ' ') > 0`),
])

/**
 * Which pieces have something in common, one bit for each: bit n of segment s is the piece with the id 16384 s + n.
 * Sets are counted and intersected without reading a piece. Written by triggers on `products` and the tables that
 * classify pieces (0008), in the transaction that changes a piece.
 */
export const piece_sets = pgTable(
  'piece_sets',
  {
    /**
     * `all`; `price` and its lower bound in pounds; `weight` in whole grams, rounded down (0009); `flag` and its
     * column; `category`, `collection`, `material` or `gemstone` and its id; `A`, `B` or `D` and a lexeme of
     * `search_vector`, by the greatest weight that it has; `@` and a phrase of the piece's own name; `=` and one of the
     * others in `search_names`.
     */
    kind: text().notNull(),
    name: text().notNull(),
    segment: integer().notNull(),
    bits: bit({ dimensions: 16_384 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name, table.segment] })],
)

/** Pieces as they were before the statement that is changing them; empty after it (0008). */
export const piece_changes = pgTable('piece_changes', {
  id: integer().notNull(),
  search_vector: tsvector().notNull(),
  search_names: text().notNull(),
  name: text().notNull(),
  price: integer().notNull(),
  is_new: boolean().notNull(),
  is_bestseller: boolean().notNull(),
  is_featured: boolean().notNull(),
})

/** Pictures that were imported. Named after their content, so that a name never shows anything else. */
export const picture_masters = pgTable('picture_masters', {
  name: text().primaryKey(),
  hash: text().notNull(),
  content: bytes().notNull(),
  created_at: instant().notNull().defaultNow(),
})

/** What the shop remembers of itself, such as that the demo catalogue has been loaded. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})
