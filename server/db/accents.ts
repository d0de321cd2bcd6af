import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { accents } from '#contract/words.ts'

/** A text without the accents that keyboards lack. */
export const withoutAccents = (text: SQL): SQL =>
  sql`normalize(regexp_replace(normalize(${text}, nfd), ${accents}, '', 'g'), nfc)`
