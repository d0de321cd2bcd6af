import type { SearchValues } from './search.ts'

/**
 * Readers of query parameters, for `validateSearch`: a wrong value counts as missing. Every page runs them before
 * anything else, so they do without the schema library; the server checks the same values with the contract's schemas
 * when it is called with them.
 */
type Raw = Record<string, unknown> | SearchValues

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

/** One text of 1 to `longest` characters. */
export function textIn(raw: Raw, name: string, longest = 200): string | undefined {
  const text = asText(raw[name])
  return text === '' || text.length > longest ? undefined : text
}

/** A whole number from `from` to `to`. */
export function wholeIn(raw: Raw, name: string, from: number, to: number): number | undefined {
  const text = asText(raw[name])
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return number >= from && number <= to ? number : undefined
}

/** A number with up to three decimals, not negative. */
export function amountIn(raw: Raw, name: string): number | undefined {
  const text = asText(raw[name])
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : undefined
}

/** `true` or `false`. */
export function flagIn(raw: Raw, name: string): boolean | undefined {
  const text = asText(raw[name])
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** One of the known values. */
export function oneIn<T extends string>(raw: Raw, name: string, known: readonly T[]): T | undefined {
  const text = asText(raw[name])
  return known.find((value) => value === text)
}

/** Each valid value of a name that may be repeated, once; at most 50. */
export function severalIn<T extends string>(
  raw: Raw,
  name: string,
  isRight: (value: string) => value is T,
): T[] | undefined {
  const right = [...new Set([raw[name]].flat().map(asText).filter(isRight))].slice(0, 50)
  return right.length === 0 ? undefined : right
}
