import { databaseError, sqlState } from './db/db.ts'

/** A library’s own words may name whom it could not serve. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[^\s"'<>(),;:=]+(?:@|%40)[^\s"'<>(),;:=]+/gi, '…@…')

/** What an error says; of several in one, what the first does: a name with several addresses, say, none of which answers. */
export function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return textOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/**
 * What the log says of an error where the words of a payment gateway may be in it: its name alone. A careless one says
 * which card it was asked about.
 */
export const nameOfFailure = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/**
 * What is between quotation marks is what was read: of the schemas' messages, of JSON that is none, and of the database's
 * own about a value that does not fit its type (class 22). Its other messages quote its own names: of tables, of checks.
 * Up to the last one, because a value may have marks in it.
 */
function withoutValues(told: Error, text: string): string {
  const state = sqlState(told)
  return state === null || state.startsWith('22') ? text.replaceAll(/".*"/gs, '"…"') : text
}

/** What the log says of an error. What a shopper typed is not in it: no values of a failed statement. */
export function describeFailure(error: unknown) {
  const cause = databaseError(error) ?? error
  const told = cause instanceof Error ? cause : new Error(String(cause))
  return {
    error: told.name,
    code: 'code' in told ? told.code : undefined,
    message: told.message.startsWith('Failed query')
      ? 'Failed query'
      : withoutAddresses(withoutValues(told, textOf(told))),
    stack: told.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  }
}
