import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time with its zone; a `Date` in code. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

/** What full-text search looks in; written by the database itself, never by code. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Bytes as they are. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
