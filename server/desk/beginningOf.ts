const characters = new Intl.Segmenter('en-GB')

/** At most so many characters of a text, each of them whole, also where it is an emoji of several parts. */
export const beginningOf = (text: string, most: number): string =>
  Array.from(characters.segment(text), ({ segment }) => segment)
    .slice(0, most)
    .join('')
