import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'

/** The first answer to a call that may be repeated; `status_code` is null while that call is still at work. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status_code: integer(),
    body: jsonb(),
    created_at: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.customer_id, table.scope, table.key] }),
    index('idempotency_keys_by_age').on(table.created_at),
  ],
)

/** The outbox: an email is written here in the transaction that gives rise to it, and sent later. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    to_address: text().notNull(),
    /** Whom an answer to it goes to; null: the shop. */
    reply_to: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    sent_at: instant(),
    attempts: integer().notNull().default(0),
    next_attempt_at: instant().notNull().defaultNow(),
    /** Somebody may be sending it until then. */
    in_hand_until: instant(),
    last_error: text(),
    /** It goes once it is sent, instead of being kept for a while without its text. */
    is_forgotten: boolean().notNull().default(false),
    /** It is not sent while this earlier one waits, about the same order and to the same address. */
    waits_for_id: integer(),
  },
  (table) => [index('mails_waiting').on(table.sent_at, table.next_attempt_at)],
)

export const rate_limits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    window_start: instant().notNull(),
    count: integer().notNull(),
  },
  (table) => [index('rate_limits_by_age').on(table.window_start)],
)
