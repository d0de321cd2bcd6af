/**
 * How the embedded database's thread begins when it says why a database that is there cannot be opened: of an error that
 * leaves a thread, only the words are left.
 */
export const unopened = 'The embedded database cannot be opened: '

/**
 * Whether these words of PostgreSQL's, while it starts, are about the database itself. It may be whole where they are
 * about memory or open files, or where there are none.
 */
export const isOfDatabase = (words: string): boolean =>
  words !== '' && !/memory|too many open files/i.test(words)
