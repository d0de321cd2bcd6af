/** The most words of a search that are looked for, of those that say something. */
export const mostWords = 8

/**
 * How alike a word and a part of a name must be for the word to be a misspelling of it, 0 to 1: 'braclet' and
 * 'bracelet' are 0.6.
 */
export const alike = 0.45

/** Words that resemble a typo less than the best match, by no more than this, count as meant just as much. */
export const asAlike = 0.05

/** A typo needs so many letters to be told by. */
export const shortestTypo = 4

/** The accents that keyboards lack, for a regular expression here and in the database, on text in the form NFD. */
export const accents = String.raw`[\u0300-\u036f]`

/**
 * The words of a text: letters and digits only. A number with a decimal point, as in '2.5mm', is one word and its unit
 * another, as PostgreSQL splits them.
 */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\d+(?:\.\d+)+|[\p{L}\p{N}]+/gu) ?? []
