import { causesOf, databaseError, sqlState } from '../db/db.ts'

/** Whether an error, of the system for instance, has one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** A library's own words may name the person it could not serve. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s"'<>(),;:=]+(?:@|%40)[^\s"'<>(),;:=]+/gi, '…@…')

/**
 * The message of an error; of an error that holds several, that of the first, for instance for a name with several
 * addresses, none of which answers.
 */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return textOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * What the log says of an error that may contain a payment gateway's own words: its name alone. A careless gateway
 * names the card it was asked about.
 */
export const nameOfFailure = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/**
 * Quoted text is input: in the schemas' messages, in those about malformed JSON, and in the database's about a value
 * that does not fit its type (class 22). Its other messages quote its own names: of tables, of checks. Matched up to
 * the last quotation mark, because a value may contain some.
 */
function withoutValues(told: Error, text: string): string {
  const state = sqlState(told)
  return state === null || state.startsWith('22') ? text.replaceAll(/".*"/gs, '"…"') : text
}

/** What Drizzle says of a failure: the statement, with its values. Why it failed, only what it wraps says. */
const repeatsStatement = ({ message }: Error): boolean => message.startsWith('Failed query')

/** What the log says of an error. It contains nothing that a shopper typed: no values of a failed statement. */
export function describeFailure(error: unknown) {
  const causes = causesOf(error)
  const told =
    databaseError(error) ??
    causes.find((cause) => !repeatsStatement(cause)) ??
    causes[0] ??
    new Error(String(error))
  return {
    error: told.name,
    code: 'code' in told ? told.code : undefined,
    message: repeatsStatement(told) ? 'Failed query' : withoutAddresses(withoutValues(told, textOf(told))),
    stack: told.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  }
}
