/** A path or word as it has to be typed in a shell, in a command that is printed to be copied. */
export const inShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
