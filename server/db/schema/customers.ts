import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { products } from './catalogue.ts'
import { instant } from './columns.ts'

const id = () => uuid().primaryKey().defaultRandom()
const ofCustomer = () =>
  uuid()
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' })

export const customers = pgTable(
  'customers',
  {
    id: id(),
    email: text().notNull().unique(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    contact_no: text().notNull(),
    /** Null for a customer who has only ever used an identity provider. */
    password_hash: text(),
    email_verified_at: instant(),
    blocked_at: instant(),
    last_password_change: instant(),
    created_at: instant().notNull().defaultNow(),
    agreed_at: instant(),
  },
  (table) => [check('customers_email_lower_case', sql`${table.email} = lower(${table.email})`)],
)

/** The customer whom an identity provider vouches for; the pair proves it, never the email address. */
export const identities = pgTable(
  'identities',
  {
    id: id(),
    customer_id: ofCustomer(),
    issuer: text().notNull(),
    subject: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    /** When the customer said that it is not theirs: it stays, so that it can neither log in nor be linked again. */
    refused_at: instant(),
  },
  (table) => [
    unique().on(table.issuer, table.subject),
    index('identities_by_customer').on(table.customer_id),
  ],
)

/**
 * A third-party login that succeeded, between the provider's answer and the shop's page taking up the session. Of
 * everything secret only hashes are kept. It outlives its use, so that the same answer is never taken twice.
 */
export const handovers = pgTable(
  'handovers',
  {
    id: id(),
    customer_id: ofCustomer(),
    state_hash: text().notNull().unique(),
    code_hash: text().notNull().unique(),
    /** Of what only the browser holds that began the login. */
    browser_hash: text().notNull(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [
    index('handovers_by_customer').on(table.customer_id),
    index('handovers_by_expiry').on(table.expires_at),
  ],
)

/** One sign-in on one browser: the family of its refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    customer_id: ofCustomer(),
    created_at: instant().notNull().defaultNow(),
    last_used_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
  },
  (table) => [
    index('sessions_by_customer').on(table.customer_id),
    index('sessions_by_expiry').on(table.expires_at),
  ],
)

export const refresh_tokens = pgTable(
  'refresh_tokens',
  {
    id: id(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    token_hash: text().notNull().unique(),
    parent_id: uuid(),
    issued_at: instant().notNull().defaultNow(),
    /** When it was first exchanged. */
    used_at: instant(),
    superseded_at: instant(),
  },
  (table) => [
    index('refresh_tokens_by_session').on(table.session_id),
    index('refresh_tokens_by_parent').on(table.parent_id),
  ],
)

/** What was mailed: links to verify or change an address, to reset a password, to take an account back or refuse a third-party login; codes to delete one. */
export const email_tokens = pgTable(
  'email_tokens',
  {
    id: id(),
    customer_id: ofCustomer(),
    purpose: text().notNull(),
    token_hash: text().notNull().unique(),
    payload: jsonb(),
    expires_at: instant().notNull(),
    used_at: instant(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('email_tokens_by_customer').on(table.customer_id, table.purpose),
    // Each sign-up asks whether its address can take an account back.
    index('email_tokens_ways_back')
      .on(sql`(${table.payload} ->> 'email')`)
      .where(sql`${table.purpose} = 'way_back'`),
  ],
)

export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    customer_id: ofCustomer(),
    full_name: text().notNull(),
    phone: text().notNull(),
    address_line_1: text().notNull(),
    address_line_2: text(),
    city: text().notNull(),
    state: text().notNull(),
    postal_code: text().notNull(),
    country: text().notNull(),
    is_default: boolean().notNull().default(false),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('addresses_by_customer').on(table.customer_id, table.created_at),
    uniqueIndex('addresses_one_default')
      .on(table.customer_id)
      .where(sql`${table.is_default}`),
  ],
)

/** Cards kept for later orders. The number is the gateway's alone; `gateway_token` is its name for it. */
export const saved_cards = pgTable(
  'saved_cards',
  {
    id: id(),
    customer_id: ofCustomer(),
    gateway_token: text().notNull(),
    brand: text().notNull(),
    last_four: text().notNull(),
    /** `MM/YY` */
    expiry: text().notNull(),
    is_default: boolean().notNull().default(false),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('saved_cards_once').on(table.customer_id, table.brand, table.last_four, table.expiry),
    uniqueIndex('saved_cards_one_default')
      .on(table.customer_id)
      .where(sql`${table.is_default}`),
    check('saved_cards_four_digits', sql`${table.last_four} ~ '^[0-9]{4}$'`),
    check('saved_cards_expiry_shape', sql`${table.expiry} ~ '^[0-9]{2}/[0-9]{2}$'`),
  ],
)

/**
 * Cards that the gateway has still to forget. They belong to nobody any more, or not yet: while a card is being saved,
 * nothing else would record its token. A row is removed when the gateway has answered, or when an account has the card.
 */
export const cards_to_forget = pgTable('cards_to_forget', {
  gateway_token: text().primaryKey(),
  /** When the gateway was asked last, or when this was noted. */
  asked_at: instant().notNull(),
})

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    product_id: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    customer_id: ofCustomer(),
    rating: integer().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.product_id, table.customer_id),
    check('reviews_rating_in_range', sql`${table.rating} between 1 and 5`),
    index('reviews_newest').on(table.product_id, table.created_at),
    index('reviews_by_customer').on(table.customer_id),
  ],
)
