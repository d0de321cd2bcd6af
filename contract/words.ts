/** The most words of a search that are looked for, of those that say something. */
export const mostWords = 8

/**
 * The words of a text: letters and digits only. A number with a decimal point, as in '2.5mm', is one word and its unit
 * another, as PostgreSQL splits them.
 */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? []
