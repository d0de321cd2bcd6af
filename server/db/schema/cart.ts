import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { instant } from './columns.ts'
import { customers } from './customers.ts'

const id = () => uuid().primaryKey().defaultRandom()

export const carts = pgTable('carts', {
  id: id(),
  customer_id: uuid()
    .notNull()
    .unique()
    .references(() => customers.id, { onDelete: 'cascade' }),
  updated_at: instant().notNull().defaultNow(),
})

/** What a line contained last, kept once its piece, or only its variant, is no longer in the shop. Amounts in pence. */
export type FormerLine = {
  product?: {
    id: number
    slug: string
    name: string
    price: number
    compare_at_price: number | null
    low_stock_threshold: number
    short_description: string
    sku: string
    variant_label: string | null
    image: string | null
    category: string | null
  }
  variant: { id: number; name: string; price: number } | null
}

/** A line outlives its piece and its variant, so neither is referenced; triggers write `former` when they go (0011). */
export const cart_items = pgTable(
  'cart_items',
  {
    id: id(),
    cart_id: uuid()
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    product_id: integer().notNull(),
    variant_id: integer(),
    quantity: integer().notNull(),
    created_at: instant().notNull().defaultNow(),
    former: jsonb().$type<FormerLine>(),
  },
  (table) => [
    unique('cart_items_one_line_each')
      .on(table.cart_id, table.product_id, table.variant_id)
      .nullsNotDistinct(),
    check('cart_items_quantity_in_range', sql`${table.quantity} between 1 and 999`),
    index('cart_items_by_product').on(table.product_id),
    index('cart_items_by_variant').on(table.variant_id),
  ],
)

export const wishlist_entries = pgTable(
  'wishlist_entries',
  {
    id: id(),
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('wishlist_entries_once').on(table.customer_id, table.product_id),
    index('wishlist_entries_by_product').on(table.product_id),
  ],
)

export const coupons = pgTable(
  'coupons',
  {
    code: text().primaryKey(),
    percent: integer().notNull(),
    expires_at: instant(),
  },
  (table) => [
    check('coupons_percent_in_range', sql`${table.percent} between 1 and 100`),
    check('coupons_code_upper_case', sql`${table.code} = upper(${table.code})`),
  ],
)
