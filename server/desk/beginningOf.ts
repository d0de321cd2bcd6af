const characters = new Intl.Segmenter('en-GB')

/** Its characters, each of them whole, also where it is an emoji of several parts. */
export const charactersOf = (text: string): string[] =>
  Array.from(characters.segment(text), ({ segment }) => segment)

/** At most so many characters of a text. */
export const beginningOf = (text: string, most: number): string => charactersOf(text).slice(0, most).join('')
