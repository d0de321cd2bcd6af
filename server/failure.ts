import { databaseError } from './db/db.ts'

/** A library’s own words may name whom it could not serve. */
const withoutAddresses = (text: string): string =>
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

/** What the log says of an error. What a shopper typed is not in it: no values of a failed statement. */
export function describeFailure(error: unknown) {
  const cause = databaseError(error) ?? error
  const told = cause instanceof Error ? cause : new Error(String(cause))
  return {
    error: told.name,
    code: 'code' in told ? told.code : undefined,
    message: told.message.startsWith('Failed query') ? 'Failed query' : withoutAddresses(textOf(told)),
    stack: told.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  }
}
