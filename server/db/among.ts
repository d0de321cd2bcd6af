import { sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'

/**
 * Whether a value is one of these, which are one parameter however many they are: a statement has 65,535 at most, and
 * `inArray` takes one for each.
 */
export const isAmong = (value: SQLWrapper, those: readonly number[] | readonly string[]): SQL =>
  sql`${value} = any(${sql.param([...those])}::${typeof those[0] === 'number' ? sql`int` : sql`text`}[])`
