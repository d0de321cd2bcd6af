/**
 * How the embedded database's thread begins when it says why a database that is there cannot be opened: of an error that
 * leaves a thread, only the words are left.
 */
export const unopened = 'The embedded database cannot be opened: '
