import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What visitors wrote to the shop. */
export const contact_messages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    /** When the shop's people said that they have replied. */
    answered_at: instant(),
  },
  (table) => [index('contact_messages_by_age').on(table.created_at)],
)

/**
 * Who asked for the newsletter. The tokens are kept readable, because the one that unsubscribes goes into each letter;
 * they do nothing but what their names say.
 */
export const newsletter_subscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once unsubscribed: then only the token is left, so that pressing twice is no error. */
    email: text().unique(),
    confirm_token: text().notNull().unique(),
    unsubscribe_token: text().notNull().unique(),
    requested_at: instant().notNull().defaultNow(),
    confirmed_at: instant(),
    unsubscribed_at: instant(),
  },
  (table) => [
    check('newsletter_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check(
      'newsletter_has_email_or_left',
      sql`(${table.email} is null) = (${table.unsubscribed_at} is not null)`,
    ),
    index('newsletter_by_age').on(table.requested_at),
  ],
)
